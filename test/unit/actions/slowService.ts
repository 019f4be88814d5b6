import { host, locator, nock } from './support';

export const each = { appointment: locator('={{ "k" + $json.number }}') };
export const path = /^\/api\/v3\/appointments\/k(\d+)\/$/;
export const numberIn = (uri: string) => Number(path.exec(uri)?.[1]);

/** Answers every appointment after a while of its own, and counts the requests in flight. */
export function slowService(status: (number: number) => number = () => 200) {
	const seen = { requests: [] as number[], inFlight: 0, most: 0 };
	nock(host)
		.persist()
		.get(path)
		.reply(async (uri) => {
			const number = numberIn(uri);
			seen.requests.push(number);
			seen.inFlight += 1;
			seen.most = Math.max(seen.most, seen.inFlight);
			await new Promise((resolve) => setTimeout(resolve, (number * 7) % 20));
			seen.inFlight -= 1;
			const code = status(number);
			return [code, code === 200 ? { number } : { detail: `No ${number}.` }];
		});
	return seen;
}
