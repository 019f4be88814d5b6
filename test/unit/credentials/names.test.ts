import { globSync, readFileSync } from 'node:fs';

import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';

const fields = new AppointmentSchedulingApi().properties.map(({ displayName }) => displayName);
const named = globSync('nodes/AppointmentScheduling/service/**/*.ts').flatMap((file) => {
	const texts = readFileSync(file, 'utf8').match(/(["`])(?:(?!\1).)*\1/g) ?? [];
	const sentences = texts.map((text) => text.replace(/\$\{[^}]*\}/g, ''));
	return sentences.flatMap((text) => text.match(/(?<= ')[A-Z][\w ]*(?=')/g) ?? []);
});

test("errors of service/ name fields of the credential, not a node's parameters", () => {
	expect(fields).toEqual(expect.arrayContaining(named));
	expect(named).toContain('Base URL');
});
