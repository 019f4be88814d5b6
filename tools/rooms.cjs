const SHARED = ['service', 'parameters', 'n8n'];
const TRIGGER = [...SHARED, 'watching', 'webhookTrigger/parameters'];

/** What each part of the package may import besides itself. docs/architecture.md has it as a picture. */
module.exports = {
	'service/errors': [],
	'service/values': ['service/errors'],
	service: [],
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
