import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { filterOptions } from '../../nodes/AppointmentScheduling/fields/filters';
import { operationProperties } from '../../nodes/AppointmentScheduling/actions/operations';
import { chain, runAction } from '../n8n/harness';
import { eventually } from '../n8n/support/events';
import { after, PATIENCE_MS, start, useEditor } from './support/editor';

jest.setTimeout(3 * PATIENCE_MS);

const editor = useEditor();

const optionsOf = (operation: string) =>
	operationProperties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.[0] === operation,
	)!.options as INodeProperties[];

/** What is added does something if it is on, a number or a choice, which the editor shows. */
const isSet = (value: unknown) =>
	value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Empty, it leaves the zone to the credential, as its description says. */
const isOptional = (name: string) => name === 'timezone';

/** n8n drops a list of rows that has none before it runs or stores the node. */
const isStored = ({ type }: INodeProperties) => type !== 'fixedCollection';

const calendar = { __rl: true, mode: 'key', value: '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10' };

test.each<[string, string, INodeProperties[], 'first' | 'last', INodeParameters]>([
	['filters', 'getAll', filterOptions, 'first', {}],
	['options', 'getFreeTimes', optionsOf('getFreeTimes'), 'last', { calendar }],
	['options', 'reschedule', optionsOf('reschedule'), 'last', {}],
])(
	'each of the %s of %s does something when it is added, or says what it needs',
	async (...row) => {
		const [collection, operation, offered, position, given] = row;
		const { n8n, credentialId } = editor;
		const parameters = { resource: 'appointment', operation, ...given };
		const { id } = await editor.open(
			chain(`Every one of ${operation}`, [start, editor.action('Node', parameters), after]),
		);
		await editor.openNode('Node');
		const stored = offered.filter(isStored);
		for (const { displayName } of stored) await editor.add(displayName, position);
		await editor.closeNode();
		const names = stored.map(({ name }) => name).sort();
		let added: INodeParameters = {};
		await eventually(async () => {
			const { nodes } = await n8n.api.getWorkflow(id);
			added = nodes.find(({ name }) => name === 'Node')!.parameters[collection] as INodeParameters;
			expect(Object.keys(added).sort()).toEqual(names);
		}, PATIENCE_MS);

		for (const { name, displayName } of stored) {
			if (isSet(added[name]) || isOptional(name)) continue;
			const { error } = await runAction(n8n, {
				credentialId,
				parameters: { ...parameters, [collection]: { [name]: added[name]! } },
			});
			expect([name, error?.message]).toEqual([name, expect.stringContaining(`'${displayName}': `)]);
		}
	},
);
