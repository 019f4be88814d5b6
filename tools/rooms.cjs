const SHARED = ['service', 'parameters', 'n8n', 'concurrency'];
const TRIGGER = [...SHARED, 'watching', 'webhookTrigger/parameters'];

/** What each part of the package may import besides itself. docs/architecture.md has it as a picture. */
module.exports = {
	concurrency: [],
	'service/errors': [],
	'service/values': ['service/errors'],
	service: ['concurrency'],
	parameters: ['service'],
	n8n: ['service'],
	actions: SHARED,
	pickers: SHARED,
	watching: SHARED,
	pollingTrigger: [...SHARED, 'watching'],
	'webhookTrigger/parameters': [...SHARED, 'watching'],
	'webhookTrigger/subscription': TRIGGER,
	'webhookTrigger/notifications': TRIGGER,
	'webhookTrigger/changes': [
		...TRIGGER,
		'webhookTrigger/subscription',
		'webhookTrigger/notifications',
	],
	webhookTrigger: [...SHARED, 'watching'],
};
