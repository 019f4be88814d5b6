const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest files first. Those that only wait for n8n's clock take turns with those that keep it busy. */
const LONG = [
	'n8n/trigger/changes',
	'browser/editor.actions',
	'n8n/polling/inMemory',
	'n8n/editor/examples',
	'browser/editor.triggers',
	'n8n/deliveries/kill',
	'n8n/polling/cursors',
	'n8n/trigger/lifecycle',
	'n8n/deliveries/once',
	'n8n/trigger/activation',
	'deployment/',
	'n8n/actions/agent',
];

const rankOf = ({ path }) => {
	const rank = LONG.findIndex((part) => path.includes(`/test/${part}`));
	return rank < 0 ? LONG.length : rank;
};

/** Starts with the tests that take longest, so that none of them runs alone at the end. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort([...tests]).sort((a, b) => rankOf(a) - rankOf(b));
	}
};
