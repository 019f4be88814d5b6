import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/client';
import { json, talkTo } from '../support';

type Body = Record<string, unknown> | unknown[];

/** A list whose pages are written out: the n-th request gets the n-th body, or the last one. */
export const written = (...bodies: Body[]) =>
	talkTo((_request, count): ServiceAnswer => json(bodies[Math.min(count, bodies.length) - 1]));

/** A list whose pages are asked for by a number in the query. */
export const numbered = (pageOf: (page: number) => Body | ServiceAnswer) =>
	talkTo(({ url }, count) => {
		if (count > 20_000) throw new Error('It goes on forever');
		const page = pageOf(Number(new URL(url).searchParams.get('page') ?? 1));
		return 'status' in page && 'headers' in page ? (page as ServiceAnswer) : json(page);
	});
