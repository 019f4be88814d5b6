import type { INode } from 'n8n-workflow';

import { toActivationError, toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { row } from '../../../nodes/AppointmentScheduling/pickers/list';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { validToken } from '../../../nodes/AppointmentScheduling/service/http/authorization';
import { denial, refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import { requestedWait } from '../../../nodes/AppointmentScheduling/service/http/retry';
import {
	canonicalAddress,
	displayUrl,
	validBaseUrl,
	validCallbackUrl,
} from '../../../nodes/AppointmentScheduling/service/values/addresses';
import { compactIso, instantOf } from '../../../nodes/AppointmentScheduling/service/values/dates';
import { masked, shownText } from '../../../nodes/AppointmentScheduling/service/values/text';
import { read as readList } from './lists/lists';
import { json, takesShort, talkTo } from './support';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const LENGTH = 300_000;
const many = (text: string) => text.repeat(Math.ceil(LENGTH / text.length));
/** What makes a pattern go back and forth. */
const UNITS = [
	...['/', '?#\n', 'a ', '.', '(A', 'secret=', 'a', '%61\\u0061', '"', ' ', ' \u200b\u200d', '='],
	...['/api/v3/appointments', '9', '1.', '0', '<', '<p> ', '&#x', '\n', 'T', 'A1', '<;rel= '],
];
const follow = async (fields: object, headers: Record<string, string> = {}) =>
	await readList(talkTo(() => json({ results: [], ...fields }, 200, headers)));

const readers: Record<string, (text: string) => unknown> = {
	'a listed URL': (text) => canonicalAddress(`https://a.example/${text}x`),
	'the base URL': (text) => validBaseUrl(`https://a.example/${text}x`),
	'a URL in a message': (text) => displayUrl(text),
	'the URL of a webhook': (text) => validCallbackUrl(`https://${text}`, 'URL', 'Enter another'),
	'an error at publication': (text) => toActivationError(node, new ServiceError(`${text}x`, text)),
	'a message': (text) => shownText(text),
	'a message without the token': (text) => masked(text, [`${'a'.repeat(1_999)}b`]),
	'a token': (text) => validToken(`Bearer "${text}x y`),
	'an error word': (text) =>
		denial({ status: 200, headers: {}, body: { error: `${text}x` } }, ['t']),
	'a retry time': (text) => requestedWait(429, { 'retry-after': text, 'ratelimit-reset': text }),
	'the text of a refusal': (text) => refusal(400, text),
	'a page of a refusal': (text) => refusal(400, `<p>${text}x`),
	'a date': (text) => [text, `2026-05-01T10:00:00.${text}1`].map((date) => instantOf(date, 'utc')),
	'a compact date': (text) => compactIso(`2026-05-01T10:00:00.${text}1`),
	'a name in a list of the editor': (text) => row('key', `${text}x`),
	'a key in a list of the editor': (text) => row(`x${text}`, 'Ana'),
	'the next page of a list': async (text) => await follow({ next: `${text}x${text}?` }),
	'the names beside a list': async (text) => await follow({ [`next${text}`]: 1, a: text }),
	'the headers of a list': async (text) =>
		await follow({}, { link: text, 'x-total-count': text, 'content-range': `items ${text}-` }),
};

it.each(Object.keys(readers))('300 kB of it do not stop n8n: %s', async (what) => {
	for (const unit of UNITS) {
		const text = many(unit);
		const reading = async () => await readers[what]!(text);
		await takesShort(async () => await reading().catch(() => undefined));
	}
});

it('a message of a million characters becomes an error of at most 500', () => {
	expect(toNodeError(node, refusal(400, { detail: many('x') })).message).toHaveLength(500);
});
