const startedAt = Date.now();

const secondsPassed = () => (Date.now() - startedAt) / 1000;
exports.secondsPassed = secondsPassed;

/**
 * Prints a line with the seconds since the start.
 * @param {string} text
 */
exports.say = (text) => console.log(`[${secondsPassed().toFixed(0).padStart(4)} s] ${text}`);

/**
 * Prints lines below one of `say`.
 * @param {string} text
 */
exports.show = (text) => console.log(text.replace(/^/gm, '         '));
