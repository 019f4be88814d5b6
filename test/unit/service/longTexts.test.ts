import { runInNewContext } from 'node:vm';

import type { INode } from 'n8n-workflow';

import { toActivationError, toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { row } from '../../../nodes/AppointmentScheduling/pickers/list';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/errors';
import { authorized } from '../../../nodes/AppointmentScheduling/service/http/authorization';
import { refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
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
	writtenLike,
} from '../../../nodes/AppointmentScheduling/service/values/dates';
import { masked, shownText } from '../../../nodes/AppointmentScheduling/service/values/text';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const COUNT = 1_000_000;
const many = (text: string) => text.repeat(COUNT / text.length);
const date = '2026-05-01T10:00:00';

// What takes quadratic time takes minutes, so a generous bound tells it apart on any machine.
const BOUND_MS = 20_000;
function ends(task: () => unknown): void {
	runInNewContext('task()', { task }, { timeout: BOUND_MS });
}

const refused = (url: string) => () => validCallbackUrl(url, 'URL', 'Enter another');
const tasks: Record<string, () => unknown> = {
	'slashes in a listed URL': () => canonicalAddress(`https://a.example/${many('/')}x`),
	'slashes in the base URL': () => validBaseUrl(`https://a.example/${many('/')}x`),
	'slashes of a request': () =>
		authorized(
			{ baseUrl: 'https://a.example', accessToken: 't' },
			{ url: 'x', baseURL: `https://a.example/${many('/')}x` },
		),
	'question marks in a URL': () => displayUrl(many('?#\n')),
	'spaces in a URL': () => expect(refused(`https://${many('a ')}`)).toThrow(),
	'dots at the end of a message': () =>
		toActivationError(node, new ServiceError(`${many('.')}x`, many('(A'))),
	'secrets in a message': () => shownText(many('secret=')),
	'the start of a token in a message': () => masked(many('a'), `${'a'.repeat(100)}b`),
	'tags in a refusal': () => refusal(400, many('<')),
	'spaces in a refusal': () => refusal(400, `<p>${many(' ')}x`),
	'entities in a refusal': () => refusal(400, `<p>${many('&#x')}`),
	'lines in a refusal': () => refusal(400, many('\n')),
	'letters in a date': () => writtenLike(many('T'), 0, 'utc'),
	'digits in a date': () =>
		[compactIso, hasOffset, instantOf].map((read) => read(`${date}.${many('0')}1`)),
	'spaces in a name': () => row('key', `${many(' ')}x`),
	'equals signs in a name': () => row('key', `${many('=')}x`),
	'equals signs in a key': () => row(`x${many('=')}`, 'Ana'),
};

it.each(Object.keys(tasks))('a million characters do not block n8n: %s', (what) =>
	ends(tasks[what]!),
);

it('a message of a million characters becomes an error of at most 500', () => {
	expect(toNodeError(node, refusal(400, { detail: many('x') })).message).toHaveLength(500);
});
