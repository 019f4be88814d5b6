/** What n8n's own editor calls things, as the pages quote it. A test in a real n8n looks each of them up. */
export const EDITOR_WORDS = [
	'Community nodes',
	'Execute step',
	'Execute workflow',
	'Fetch Test Event',
	'Install',
	'Install a community node',
	'Production URL',
	'Publish',
	'Settings',
	'Timezone',
	'Webhook URLs',
];
