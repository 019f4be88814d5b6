import { credentialOf } from '../../stand-in';
import { pollingFor, warningsOf } from '../pollingTrigger/support';
import { service } from '../support/service';
import { notification, runsOf, triggerFor } from '../webhookTrigger/deliveries/support';

const timezone = 'America/New_York';

/** The item and the warnings of a delivery, to a workflow in New York. */
async function delivered(start_date: string, zone = 'Europe/Madrid') {
	const credentials = { ...credentialOf(await service()), timezone: zone };
	const trigger = triggerFor(undefined, {}, { credentials, timezone });
	await trigger.activate();
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	const send = async () => await trigger.deliver({ body: notification({ data: { start_date } }) });
	await send();
	await send();
	const [[item] = []] = await runsOf(trigger);
	return { item, warnings: warn.mock.calls.map(([text]) => String(text)) };
}

describe('a delivery', () => {
	it('runs with the hour of the service beside its data', async () => {
		const start_date = '2026-11-23T10:00:00';
		const { item, warnings } = await delivered(start_date);
		expect(item).toMatchObject({
			data: { start_date },
			start: { iso: `${start_date}+01:00`, time: '10:00' },
		});
		expect(warnings).toEqual([]);
	});

	it.each([
		['soon', 'Europe/Madrid'],
		['2026-11-23T09:00:00Z', ''],
	])('that says %s, with the zone %p, runs without it', async (start, zone) => {
		const { item, warnings } = await delivered(start, zone);
		expect(item).toMatchObject({ data: { start_date: start } });
		expect(item).not.toHaveProperty('start');
		expect(warnings).toEqual([]);
	});

	it('that contradicts the zone keeps its own offset, and that is logged once', async () => {
		const { item, warnings } = await delivered('2026-11-23T10:00:00+01:00', 'Europe/Lisbon');
		expect(item).toMatchObject({ start: { time: '10:00' } });
		expect(warnings).toEqual([
			expect.stringMatching(
				/10:00:00\+01:00, but Europe\/Lisbon is at UTC\+00:00.*'Service Timezone'/,
			),
		]);
	});
});

test('a poll of a service that contradicts the zone logs it once', async () => {
	const at = await service({ zone: 'Europe/Madrid', dialect: { dates: 'offset' } });
	const polling = pollingFor(at, { event: 'created' }, 'Europe/Lisbon', timezone);
	const warnings = warningsOf(polling);
	await polling.activate();
	for (const day of ['23', '24']) {
		at.book({ start_date: `2026-11-${day}T10:00:00`, status: 'CONFIRMED' });
		await polling.tick();
	}
	await polling.pollManually();
	expect(warnings).toEqual([expect.stringMatching(/\+01:00, but Europe\/Lisbon.*Timezone'/)]);
});
