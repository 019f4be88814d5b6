import type { IDataObject } from 'n8n-workflow';

import { credentialOf, type ServiceOptions } from '../../stand-in';
import { BEGIN, clock, HOUR, pollingFor, warningsOf } from '../pollingTrigger/support';
import { service } from '../support/service';
import { notification, runsOf, triggerFor } from '../webhookTrigger/deliveries/support';

const ten = {
	iso: '2026-11-23T10:00:00+01:00',
	date: '2026-11-23',
	time: '10:00',
	weekday: 'Monday',
};
/** Ten o'clock in Madrid, however it is written. */
const written = ['2026-11-23T09:00:00Z', '2026-11-23T10:00:00+01:00', '2026-11-23T10:00:00'];
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
	it.each(written)(
		'that says %s runs with the hour of the service beside its data',
		async (start) => {
			const { item, warnings } = await delivered(start);
			expect(item).toMatchObject({ data: { start_date: start }, start: ten });
			expect(warnings).toEqual([]);
		},
	);

	it.each([
		['soon', 'Europe/Madrid'],
		[written[0]!, ''],
	])('that says %s, with the zone %p, runs without it', async (start, zone) => {
		const { item, warnings } = await delivered(start, zone);
		expect(item).toMatchObject({ data: { start_date: start } });
		expect(item).not.toHaveProperty('start');
		expect(warnings).toEqual([]);
	});

	it('that contradicts the zone is logged once', async () => {
		const { item, warnings } = await delivered('2026-11-23T10:00:00+01:00', 'Europe/Lisbon');
		expect(item).toMatchObject({ start: { time: '09:00' } });
		expect(warnings).toEqual([
			expect.stringMatching(
				/10:00:00\+01:00, but Europe\/Lisbon is at UTC\+00:00.*'Service Timezone'/,
			),
		]);
	});
});

describe('a poll', () => {
	const booked = async (dates: NonNullable<ServiceOptions['dialect']>, zone: string) => {
		const at = await service({ zone: 'Europe/Madrid', dialect: dates });
		const polling = pollingFor(at, { event: 'created' }, zone, timezone);
		const warnings = warningsOf(polling);
		await polling.activate();
		clock(BEGIN + HOUR);
		at.book({ start_date: '2026-11-23T10:00:00', status: 'CONFIRMED' });
		const [item] = (await polling.tick()) ?? [];
		const [sample] = (await polling.pollManually()) ?? [];
		return { items: [item, sample].map((found) => found?.json as IDataObject), warnings };
	};

	it('returns the hour of the service, also as a test event', async () => {
		const { items, warnings } = await booked({ dates: 'local' }, 'Europe/Madrid');
		expect(items).toMatchObject([{ start: ten }, { start: ten }]);
		expect(warnings).toEqual([]);
	});

	it('of a service that contradicts the zone logs it once', async () => {
		const { warnings } = await booked({ dates: 'offset' }, 'Europe/Lisbon');
		expect(warnings).toEqual([expect.stringMatching(/\+01:00, but Europe\/Lisbon.*Timezone'/)]);
	});
});
