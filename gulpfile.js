const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Empties the output folder, so that a file whose source is gone is never packed. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Copies icons and output schemas, which tsc leaves out, to the compiled nodes. */
function assets() {
	return src(['{credentials,nodes}/**/*.{svg,png}', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.clean = clean;
exports.build = assets;
