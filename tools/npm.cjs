const { spawn } = require('node:child_process');
const { closeSync, existsSync, openSync, readFileSync } = require('node:fs');
const { say } = require('./say.cjs');

/**
 * Runs npm with its output in the log, and a sign of life every ten seconds.
 * @param {string} folder
 * @param {string[]} args
 * @param {{ what: string, logFile: string }} options
 * @returns {Promise<void>}
 */
exports.npm = async (folder, args, { what, logFile }) => {
	say(what);
	const began = Date.now();
	const heartbeat = setInterval(
		() => say(`${what}: at it for ${Math.round((Date.now() - began) / 1000)} s`),
		10_000,
	);
	const log = openSync(logFile, 'a');
	try {
		const child = spawnNpm(args, { cwd: folder, stdio: ['ignore', log, log] });
		const code = await new Promise((resolve, reject) => {
			child.once('error', reject).once('exit', resolve);
		});
		if (code === 0) return;
	} finally {
		clearInterval(heartbeat);
		closeSync(log);
	}
	const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
	throw new Error(`"npm ${args.join(' ')}" failed in ${folder}. The end of ${logFile}:\n${tail}`);
};

function spawnNpm(args, options) {
	const cli = process.env.npm_execpath;
	// Settings of the npm that runs this script, which would point the inner one at its folder.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD)/.test(name),
		),
	);
	// After an update of Node 24, the one that runs this script may be gone.
	return cli?.endsWith('.js') && existsSync(process.execPath)
		? spawn(process.execPath, [cli, ...args], { ...options, env })
		: spawn('npm', args, { ...options, env, shell: process.platform === 'win32' });
}
