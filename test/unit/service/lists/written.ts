import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/client';
import { json, talkTo } from '../support';

type Body = Record<string, unknown> | unknown[];

/** A list whose pages are written out: the n-th request gets the n-th body, or the last one. */
export const written = (...bodies: Body[]) =>
	talkTo((_request, count): ServiceAnswer => json(bodies[Math.min(count, bodies.length) - 1]));

/** The request for the first page of a list. */
export const asked = {
	address: 'https://api.example/api/v3/appointments/',
	filters: '',
	query: '',
	keys: ['appointment_key'],
	pagesBefore: 0,
	entriesBefore: 0,
};
