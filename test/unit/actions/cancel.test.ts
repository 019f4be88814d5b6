import type { IDataObject } from 'n8n-workflow';

import { service } from '../support/service';
import { credentialsOf, locator, run } from './support';

// How a change is made: test/unit/service/changes.test.ts. In a tool: toolChanges.test.ts.

it('each appointment is canceled once, also if one item names it by its code', async () => {
	const at = await service({ samplesShowCode: true, lag: 60_000 });
	const { appointment_key: key, search_code: code } = at.seed(1)[0]!;
	const items = [locator(key), locator(code, 'code'), locator(key)] as unknown as IDataObject[];
	const parameters = { appointment: '={{ $json }}', sendEmail: 'no' };
	const options = { items, credentials: credentialsOf(at) };
	const { items: returned } = await run('appointment:cancel', parameters, options);
	const first = { canceled: true, appointment_key: key };
	const others = { ...first, alreadyCanceled: true };
	expect(returned.map(({ json }) => json)).toMatchObject([first, others, others]);
	expect(returned[0]?.json).not.toHaveProperty('alreadyCanceled');
	// A later node that changes one item must not change the others.
	const calendars = returned.map(({ json }) => json.calendar);
	expect(calendars).toEqual(Array(3).fill(expect.any(Object)));
	expect(new Set(calendars).size).toBe(3);
	expect(at.requests.of('DELETE')).toHaveLength(1);
});

it('an appointment that is canceled already is not canceled again', async () => {
	const at = await service();
	const { appointment_key } = at.seed(1, { status: 'CANCELED_CLIENT' })[0]!;
	const options = { credentials: credentialsOf(at) };
	const parameters = { appointment: locator(appointment_key) };
	const { items, hints } = await run('appointment:cancel', parameters, options);
	expect(items[0]?.json).toMatchObject({ canceled: true, alreadyCanceled: true });
	expect(hints[0]?.message).toContain("Items with 'alreadyCanceled' were canceled before");
	expect(at.requests.entries.map(({ method }) => method)).toEqual(['GET']);
});
