import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { EDITOR_WORDS } from '../../support/editorWords';

const ROOT = resolve(__dirname, '../../..');
const page = readFileSync(join(ROOT, 'README.pt-BR.md'), 'utf8').replace(/^.*\n/, '');

const credential = new AppointmentSchedulingApi();
const descriptions: Array<Partial<INodeTypeDescription> & { properties: INodeProperties[] }> = [
	new AppointmentScheduling().description,
	new AppointmentSchedulingTrigger().description,
	new AppointmentSchedulingPollingTrigger().description,
	credential,
];

/** All texts below the given fields, however deep a parameter has others. */
const textsOf = (value: unknown, fields: string[]): string[] => {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		typeof inner === 'string' ? (fields.includes(name) ? [inner] : []) : textsOf(inner, fields),
	);
};

const { nodes } = JSON.parse(
	readFileSync(join(ROOT, 'docs/examples/reminder-by-whatsapp.json'), 'utf8'),
) as { nodes: INode[] };

const labels = [
	...EDITOR_WORDS,
	...nodes.map(({ name }) => name),
	...textsOf(descriptions, ['displayName']),
	...textsOf(
		descriptions.map(({ properties }) => properties),
		['name'],
	),
];
const texts = textsOf(descriptions, ['displayName', 'description', 'hint']).join('\n');

test('every parameter, node and menu that the Portuguese page names is called so in n8n', () => {
	const named = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label!);

	expect(named).toEqual(expect.arrayContaining(['Base URL', 'By Hand', 'Timezone']));
	expect(named.filter((label) => !labels.includes(label))).toEqual([]);
});

test("every menu of the service that it names is in the nodes' own texts", () => {
	const menus = [...page.matchAll(/(?<![\w*])_([^_\n]+)_(?!\w)/g)].map(([, menu]) => menu!);

	expect(menus).toContain('Integrações → API → Gerar');
	expect(menus.filter((menu) => !texts.includes(menu))).toEqual([]);
});
