import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';

const folder = join(__dirname, '../../../docs/examples');
const PACKAGE = 'n8n-nodes-appointment-scheduling.';

interface Example {
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const examples = readdirSync(folder).map((file): [string, Example] => [
	file,
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example,
]);

const descriptions: Record<string, INodeTypeDescription> = Object.fromEntries(
	[AppointmentScheduling, AppointmentSchedulingPollingTrigger, AppointmentSchedulingTrigger]
		.map((nodeClass) => new nodeClass().description)
		.map((description) => [description.name, description]),
);

/** What n8n adds to a node that is a tool, and to one that polls. */
const ADDED = ['descriptionType', 'toolDescription', 'pollTimes'];

/** What else is in bold letters in notes, besides names of nodes. */
const PROSE =
	/^(Before you (publish|start)|Try it|Confirmed|No Show|Attended|Receptionist|offered|Waiting List)$/;

const notesOf = ({ nodes }: Example) =>
	nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
const others = (example: Example) =>
	example.nodes.filter((node) => !notesOf(example).includes(node));

test.each(examples)('%s sets only parameters that the panels show', (_file, { nodes }) => {
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE));
	expect(own.length).toBeGreaterThan(0);
	for (const node of own) {
		const description = descriptions[node.type.slice(PACKAGE.length).replace(/Tool$/, '')]!;
		const { parameters } = node;
		const { properties } = description;
		const kept = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			node,
			description,
		);
		const shown = [...Object.keys(kept ?? {}), ...ADDED];
		expect(Object.keys(parameters).filter((name) => !shown.includes(name))).toEqual([]);
		// Entries of collections that are not known are dropped.
		for (const [name, value] of Object.entries(parameters)) {
			if (typeof value !== 'object' || Array.isArray(value) || ADDED.includes(name)) continue;
			expect({ [name]: kept?.[name] }).toMatchObject({ [name]: value });
		}
		const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
		expect(issues?.parameters ?? {}).toEqual({});
	}
});

test.each(examples)('%s connects nodes that exist', (_file, example) => {
	const names = new Set(example.nodes.map(({ name }) => name));
	expect(names.size).toBe(example.nodes.length);
	const ends = Object.values(example.connections).flatMap((outputs) =>
		Object.values(outputs).flatMap((links) => links.flat().map(({ node }) => node)),
	);
	const linked = [...Object.keys(example.connections), ...ends];
	expect(linked.filter((name) => !names.has(name))).toEqual([]);
	for (const { name } of others(example)) expect(linked).toContain(name);
});

test.each(examples)('%s names the n8n that it needs, and how to try it', (_file, example) => {
	const [first] = notesOf(example).map(({ parameters }) => String(parameters.content));
	expect(first).toMatch(/^## /);
	expect(first).toMatch(/Needs n8n \d+\.\d+ or newer\./);
	expect(first).toContain('**Try it**');
	const names = example.nodes.map(({ name }) => name);
	const marked = notesOf(example).flatMap(({ parameters }) =>
		[...String(parameters.content).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name!),
	);
	expect(marked.filter((name) => !names.includes(name) && !PROSE.test(name))).toEqual([]);
});

const CHANGES = ['create', 'reschedule', 'cancel', 'updateStatus'];

test.each(examples)('a test of %s changes no appointment', (_file, { nodes }) => {
	const changes = nodes.filter(
		({ type, parameters: { operation } }) =>
			type.startsWith(PACKAGE) && CHANGES.includes(String(operation)),
	);
	const isGuard = ({ parameters }: INode) =>
		JSON.stringify(parameters.conditions ?? '').includes("$execution.mode !== 'test'");
	const isGuarded = ({ parameters }: INode) =>
		nodes.some(isGuard) || JSON.stringify(parameters).includes("$execution.mode === 'test'");
	expect(changes.filter((node) => !isGuarded(node))).toEqual([]);
});
