import { sampleKey } from '..';
import { standIn } from './support';

const key = sampleKey('calendar', 0);
const path = `GET available-date-times/?calendar_key=${key}&day=2050-01-05`;

async function clinic() {
	const at = await standIn();
	at.service.calendars.add({ key, opens: '09:00', closes: '11:00' });
	at.service.seed(1, { calendar: { calendar_key: key }, start_date: '2050-01-05T09:30:00' });
	const starts = async (query = '') => {
		const { results } = (await at.ask(`${path}${query}`)).json;
		return results.map(({ start_date }) => String(start_date).slice(11, 16));
	};
	return { ...at, starts };
}

it('what is open and not booked is a page of times with offsets', async () => {
	const { ask } = await clinic();
	const { json } = await ask(path);
	expect(json).toMatchObject({ count: 3, next: null });
	expect(json.results[0]).toEqual({
		start_date: '2050-01-05T09:00:00+01:00',
		end_date: '2050-01-05T09:30:00+01:00',
		vacancies_available: 1,
	});
});

it('longer services need longer gaps', async () => {
	const { starts } = await clinic();
	expect(await starts()).toEqual(['09:00', '10:00', '10:30']);
	expect(await starts(`&service_keys=${sampleKey('service', 2)}`)).toEqual(['10:00']);
});

it('vacancies are places that are left, and force shows what is taken', async () => {
	const { service, starts } = await clinic();
	expect(await starts('&action_new_appointment=force')).toHaveLength(4);
	service.calendars.add({ key, places: 2 });
	expect(await starts('&min_vacancies_available=2')).toEqual(['09:00', '10:00', '10:30']);
	expect(await starts()).toHaveLength(4);
});

it('a client books no past times, and nobody on a closed day', async () => {
	const { service, ask, starts } = await clinic();
	const past = await ask(`${path.replace('2050', '2020')}&action_new_appointment=client`);
	expect(past.json.count).toBe(0);
	service.calendars.add({ key, closed: ['2050-01-05'] });
	expect(await starts()).toEqual([]);
	service.calendars.add({ key, closed: [], weekdays: [1, 2] });
	expect(await starts()).toEqual([]);
});

it.each([
	['GET available-date-times/?day=2050-01-05', 400],
	[`GET available-date-times/?calendar_key=${key}`, 400],
	[`GET available-date-times/?calendar_key=${key}&day=2050-02-30`, 400],
	[`${path}&action_new_appointment=any`, 400],
	[path.replace(key, sampleKey('calendar', 99)), 404],
])('%s is %i', async (line, status) => {
	const { ask } = await standIn();
	expect((await ask(line)).status).toBe(status);
});
