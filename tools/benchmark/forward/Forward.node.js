/** The least that a trigger of a community package can do: the body becomes the item. */
exports.Forward = class {
	description = {
		displayName: 'Forward',
		name: 'forward',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with what it is sent',
		defaults: { name: 'Forward' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived' },
		],
		properties: [],
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
