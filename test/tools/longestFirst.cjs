const { default: Sequencer } = require('@jest/test-sequencer');

/** What waits longest for n8n's clock, the longest first. Several files run at once. */
const LONG = [
	'queue/catchUp',
	'n8n/trigger/catchUp',
	'queue/deliveries',
	'n8n/polling/cursors',
	'n8n/polling/',
	'n8n/deliveries/kill',
	'deployment/proxy',
	'n8n/deliveries/malformed',
	'n8n/actions/load',
	'compat/suite/polling',
	'compat/suite/queue',
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
