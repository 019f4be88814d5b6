import type { INode } from 'n8n-workflow';

import { toActivationError, toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { row } from '../../../nodes/AppointmentScheduling/pickers/list';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { validToken } from '../../../nodes/AppointmentScheduling/service/http/authorization';
import { denial, refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import { requestedWait } from '../../../nodes/AppointmentScheduling/service/http/retry';
import { listIn } from '../../../nodes/AppointmentScheduling/service/lists/list';
import {
	canonicalAddress,
	displayUrl,
	validBaseUrl,
	validCallbackUrl,
} from '../../../nodes/AppointmentScheduling/service/values/addresses';
import {
	compactIso,
	hasOffset,
	instantOf,
} from '../../../nodes/AppointmentScheduling/service/values/dates';
import { masked, shownText } from '../../../nodes/AppointmentScheduling/service/values/text';
import { takesShort } from './support';

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
const date = '2026-05-01T10:00:00';

const refused = (url: string) => () => validCallbackUrl(url, 'URL', 'Enter another');
const tasks: Record<string, () => unknown> = {
	'slashes in a listed URL': () => canonicalAddress(`https://a.example/${many('/')}x`),
	'slashes in the base URL': () => validBaseUrl(`https://a.example/${many('/')}x`),
	'question marks in a URL': () => displayUrl(many('?#\n')),
	'spaces in a URL': () => expect(refused(`https://${many('a ')}`)).toThrow(),
	'dots at the end of a message': () =>
		toActivationError(node, new ServiceError(`${many('.')}x`, many('(A'))),
	'secrets in a message': () => shownText(many('secret=')),
	'the start of a token in a message': () => masked(many('a'), `${'a'.repeat(1_999)}b`),
	'escapes of a token in a message': () => masked(many('%61\\u0061'), `${'a'.repeat(1_999)}b`),
	'a token in quotes': () => validToken(`"${many('"')}x`),
	'spaces after the scheme of a token': () =>
		expect(() => validToken(`Bearer${many(' ')}x y`)).toThrow(),
	'gaps in a message': () => shownText(many(' \u200b\u200d')),
	'an API address in the base URL': () =>
		validBaseUrl(`https://a.example${many('/api/v3/appointments')}`),
	'an error word': () =>
		denial({ status: 200, headers: {}, body: { error: `${many(' ')}x` } }, 't'),
	'a retry time': () =>
		requestedWait(429, { 'retry-after': many('9'), 'ratelimit-reset': many('1.') }),
	'a page of any text': () => listIn({ results: [], data: many('x'), next: many('/') }, []),
	'tags in a refusal': () => refusal(400, many('<')),
	'spaces in a refusal': () => refusal(400, `<p>${many(' ')}x`),
	'entities in a refusal': () => refusal(400, `<p>${many('&#x')}`),
	'lines in a refusal': () => refusal(400, many('\n')),
	'letters in a date': () => instantOf(many('T'), 'utc'),
	'digits in a date': () =>
		[compactIso, hasOffset, instantOf].map((read) => read(`${date}.${many('0')}1`)),
	'spaces in a name': () => row('key', `${many(' ')}x`),
	'equals signs in a name': () => row('key', `${many('=')}x`),
	'equals signs in a key': () => row(`x${many('=')}`, 'Ana'),
};

it.each(Object.keys(tasks))('300 kB of it take less than 200 ms: %s', async (what) => {
	await takesShort(tasks[what]!);
});

it('a message of a million characters becomes an error of at most 500', () => {
	expect(toNodeError(node, refusal(400, { detail: many('x') })).message).toHaveLength(500);
});
