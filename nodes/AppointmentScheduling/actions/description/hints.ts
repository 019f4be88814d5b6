import type { NodeHint } from 'n8n-workflow';

const isListing =
	'$parameter["operation"] === "getAll" && $parameter["resource"] === "appointment"';

export const hints: NodeHint[] = [
	{
		message:
			"'Return All' without filters reads every appointment of the account, which can take minutes. Choose days in 'When', add a filter, or use 'Limit'.",
		displayCondition: `={{ ${isListing} && $parameter["returnAll"] === true && ($parameter["when"] ?? "anyTime") === "anyTime" && Object.keys($parameter["filters"] ?? {}).length === 0 }}`,
		whenToDisplay: 'beforeExecution',
		location: 'ndv',
		type: 'info',
	},
];
