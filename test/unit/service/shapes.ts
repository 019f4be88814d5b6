/** An appointment as the service shows it, in both shapes of docs/internals/service-behavior.md. */
interface Sample {
	key: string;
	/** ISO 8601 with offset. */
	start: string;
	status: string;
	name: string;
	email: string;
	phone: string;
	calendar: string;
	code: string;
}

const SAMPLE: Sample = {
	key: '733d9fee-c3ce-41f6-a941-122b7f72dc4c',
	start: '2026-09-19T06:55:00-04:00',
	status: 'CONFIRMED',
	name: 'Ana Lima',
	email: 'ana@example.com',
	phone: '+5511999990000',
	calendar: '07b92c5a-245c-4cad-bcfa-9419ee964841',
	code: 'AGD-2026-000002',
};

export const SHAPES = {
	/** The API document. */
	document: (changes: Partial<Sample> = {}) => {
		const one = { ...SAMPLE, ...changes };
		return {
			appointment_key: one.key,
			search_code: one.code,
			status: one.status,
			start_date: one.start,
			calendar: { calendar_key: one.calendar, name: 'Dr. Silva' },
			person: { full_name: one.name, email: one.email },
		};
	},
	/** The samples of its maker. */
	samples: (changes: Partial<Sample> & { created?: string } = {}) => {
		const one = { ...SAMPLE, created: '2026-09-17T15:40:52.238-04:00', ...changes };
		const timeZone = 'America/New_York';
		const end = new Date(Date.parse(one.start) + 30 * 60_000).toISOString();
		return {
			appointment_key: one.key,
			status: one.status,
			start: { dateTime: one.start, timeZone },
			end: { dateTime: end, timeZone },
			calendar: { calendar_key: one.calendar, calendar_name: 'Dr. Silva' },
			service_list: [
				{ service_key: 'e98b62f6-e03b-422d-951c-84af0c75d602', service_name: 'Retorno' },
				{ service_key: 'f98b62f6-e03b-422d-951c-84af0c75d602', service_name: 'Demo' },
			],
			tag_list: [],
			attendees: [{ name: one.name, email: one.email, phone: one.phone }],
			owner_user: 'agenda@example.com',
			created_at: { dateTime: one.created, timeZone },
		};
	},
};

export type Shape = keyof typeof SHAPES;
export const shapes = Object.keys(SHAPES) as Shape[];
