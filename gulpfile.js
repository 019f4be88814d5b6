const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Empties the output folder, so that a file whose source is gone is never packed. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Brings icons and codex files, which tsc does not copy, beside the compiled nodes and credentials. */
function assets() {
	return src('{credentials,nodes}/**/*.{svg,png,node.json}', { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

exports.clean = clean;
exports.build = assets;
