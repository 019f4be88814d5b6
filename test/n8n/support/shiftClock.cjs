// n8n loads this before its own code: another date, for n8n and in the isolates in which it
// evaluates expressions. Timers keep their pace.
const fs = require('node:fs');

const shift = Number(process.env.CLOCK_SHIFT_MS);

function shiftDate(milliseconds) {
	const { now } = Date;
	Date.now = () => now() + milliseconds;
	globalThis.Date = new Proxy(Date, {
		construct: (target, parts, made) =>
			Reflect.construct(target, parts.length > 0 ? parts : [target.now()], made),
	});
}

shiftDate(shift);
const { readFileSync } = fs;
fs.readFileSync = (file, ...options) => {
	const text = readFileSync(file, ...options);
	const isForIsolates = typeof text === 'string' && /runtime\.iife\.js$/.test(String(file));
	return isForIsolates ? `(${shiftDate})(${shift});\n${text}` : text;
};
