import {
	webhookDescriptionFields,
	type INodeParameters,
	type IWebhookDescription,
	type WebhookDescriptionField,
} from 'n8n-workflow';

type AnswerMode = Pick<IWebhookDescription, 'responseMode' | 'responseData'>;

const field = (ifFinished: string, otherwise: string): WebhookDescriptionField => ({
	template: `={{ $parameter["options"]["respond"] === "whenFinished" ? "${ifFinished}" : "${otherwise}" }}`,
	resolve: ({ options }) =>
		(options as INodeParameters | undefined)?.respond === 'whenFinished' ? ifFinished : otherwise,
});

const responseMode = field('lastNode', 'onReceived');
const responseData = field('noData', '');

/**
 * When n8n responds to a delivery, from the option Respond. Newer versions of n8n resolve this
 * without their expression engine, which takes longer than everything the trigger does itself.
 */
export const answerMode: AnswerMode =
	typeof webhookDescriptionFields === 'function'
		? (webhookDescriptionFields({ responseMode, responseData }) as AnswerMode)
		: { responseMode: responseMode.template, responseData: responseData.template };
