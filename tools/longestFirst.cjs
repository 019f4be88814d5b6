const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest, mostly because it waits for n8n's clock, starts first. */
const LONG = [
	'n8n/trigger/unpublished',
	'n8n/trigger/hostile',
	'n8n/trigger/revoked',
	'n8n/trigger/changes',
	'n8n/deliveries/kill',
	'n8n/polling/inMemory',
	'n8n/trigger/beside',
	'browser/editor',
	'n8n/trigger/lifecycle',
	'n8n/actions/agent',
	'n8n/editor/examples',
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
