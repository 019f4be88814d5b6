import type { NodeHint } from 'n8n-workflow';

const isListing =
	'$parameter["operation"] === "getAll" && $parameter["resource"] === "appointment"';

const hint = (message: string, condition: string): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	whenToDisplay: 'beforeExecution',
	location: 'ndv',
	type: 'info',
});

export const hints: NodeHint[] = [
	hint(
		"'Return All' without filters reads every appointment of the account, which can take minutes. Choose days in 'When', add a filter, or use 'Limit'.",
		`${isListing} && $parameter["returnAll"] === true && ($parameter["when"] ?? "anyTime") === "anyTime" && Object.keys($parameter["filters"] ?? {}).length === 0`,
	),
	hint(
		"The service takes one status per request. With several statuses, the node reads a list for each and returns the first appointments by start, up to 'Limit'.",
		`${isListing} && $parameter["returnAll"] !== true && Array.isArray($parameter["filters"]?.status) && $parameter["filters"].status.length > 1`,
	),
	hint(
		"'Service Default' leaves it to the service whether the client gets an email. To be sure, choose Yes or No in 'Send Email'.",
		'$parameter["operation"] === "cancel" && $parameter["sendEmail"] === "serviceDefault"',
	),
];
