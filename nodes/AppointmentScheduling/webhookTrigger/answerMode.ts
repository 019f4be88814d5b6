import {
	webhookDescriptionFields,
	type INodeParameters,
	type IWebhookDescription,
	type WebhookDescriptionField,
} from 'n8n-workflow';

const waits = ({ options }: INodeParameters): boolean =>
	(options as INodeParameters | undefined)?.respond === 'whenFinished';

const fields: Record<'responseMode' | 'responseData', WebhookDescriptionField> = {
	responseMode: {
		template:
			'={{ $parameter["options"]["respond"] === "whenFinished" ? "lastNode" : "onReceived" }}',
		resolve: (parameters) => (waits(parameters) ? 'lastNode' : 'onReceived'),
	},
	responseData: {
		template: '={{ $parameter["options"]["respond"] === "whenFinished" ? "noData" : "" }}',
		resolve: (parameters) => (waits(parameters) ? 'noData' : ''),
	},
};

/**
 * When n8n responds to a delivery, from the option Respond. Newer versions of n8n resolve this
 * without their expression engine, which takes longer than everything the trigger does itself.
 */
export const answerMode: Pick<IWebhookDescription, 'responseMode' | 'responseData'> =
	typeof webhookDescriptionFields === 'function'
		? (webhookDescriptionFields(fields) as Pick<
				IWebhookDescription,
				'responseMode' | 'responseData'
			>)
		: { responseMode: fields.responseMode.template, responseData: fields.responseData.template };
