import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { itemsOf, type Execution, type N8nApi } from '../../../test/n8n/harness';

const SENDER = 'n8n-nodes-base.emailSend';
const LATEST = 30;

/** Why a mail was sent. */
export interface Cause {
	workflow: string;
	/** The key of an appointment. */
	about?: string;
}

/** What caused the latest mails, by Message-ID. */
export async function causesOfMails(api: N8nApi): Promise<Map<string, Cause>> {
	const causes = new Map<string, Cause>();
	for (const { id, name, nodes } of await api.workflows()) {
		const senders = nodes.filter(({ type }) => type === SENDER);
		if (senders.length === 0) continue;
		for (const run of await api.executions(id, { includeData: true, limit: LATEST })) {
			for (const sender of senders) {
				for (const item of itemsOf(run, sender.name)) {
					const { data } = originOf(run, sender.name, item);
					const about = (data as IDataObject | undefined)?.appointment_key;
					causes.set(String(item.json.messageId), {
						workflow: name,
						...(typeof about === 'string' && { about }),
					});
				}
			}
		}
	}
	return causes;
}

/** The trigger's item from which a node has made another one. */
function originOf(run: Execution, node: string, item: INodeExecutionData): IDataObject {
	const source = run.data?.resultData.runData[node]?.at(-1)?.source[0];
	if (!source) return item.json;
	const { previousNode, previousNodeOutput = 0 } = source;
	const items = itemsOf(run, previousNode, previousNodeOutput);
	const before = items[positionOf(item)] ?? items[0];
	return before ? originOf(run, previousNode, before) : {};
}

function positionOf({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? 0);
}
