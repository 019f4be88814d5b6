import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/AppointmentScheduling/actions/description/operations';
import { runCase } from './operations';
import { contractIn, type Contract } from './support';

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const folder = join(__dirname, '../../nodes/AppointmentScheduling/__schema__/v1.0.0');

/** Fields of a schema that a value lacks, or has with another type. */
function missingIn(value: unknown, { type, properties, items }: Schema, path = ''): string[] {
	if (items) return missingIn((value as unknown[])[0], items, `${path}[]`);
	if (!properties) return typeof value === type ? [] : [`${path}: ${type}`];
	return Object.entries(properties).flatMap(([name, field]) =>
		missingIn((value as IDataObject | undefined)?.[name], field, `${path}.${name}`),
	);
}

const described = readdirSync(folder).flatMap((resource) =>
	readdirSync(join(folder, resource)).map((file) => `${resource}:${file.replace('.json', '')}`),
);

it('every operation has a schema', () => {
	const names = Object.entries(operations).flatMap(([resource, own]) =>
		Object.keys(own).map((operation) => `${resource}:${operation}`),
	);
	expect(described.sort()).toEqual(names.sort());
});

let contract: Contract;
afterEach(async () => await contract?.service.stop());

it.each(described)('%s returns the fields that the editor shows before a run', async (name) => {
	contract = await contractIn('samples');
	const text = readFileSync(join(folder, `${name.replace(':', '/')}.json`), 'utf8');
	const [item] = await runCase(contract, name);
	expect(missingIn(item, JSON.parse(text) as Schema)).toEqual([]);
});
