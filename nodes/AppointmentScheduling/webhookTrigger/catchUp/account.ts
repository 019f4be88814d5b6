import type { ITriggerFunctions } from 'n8n-workflow';

import { log } from '../../n8n/log';
import type { ServiceClient } from '../../service/http/client';
import { DAY_MS } from '../../service/values/dates';
import { accountOf, knowsAny } from '../../watching/account';
import type { TriggerState } from '../once/state';

/**
 * After an edit of the token or the address, finds out whether the account is another one. Its book
 * begins anew; the former one is kept for a day, in case the edit was a mistake.
 * @returns whether nothing was known to compare, so that a wholly unknown list is not news
 * @throws ServiceError if the service cannot say
 */
export async function followAccount(
	context: Pick<ITriggerFunctions, 'logger'>,
	state: TriggerState,
	client: ServiceClient,
): Promise<boolean> {
	const { book } = state;
	const account = accountOf(client);
	const { account: former } = book.header;
	if (state.former && state.former.until < Date.now()) state.former = undefined;
	if (former === undefined || former === account) {
		if (former === undefined) book.setHeader({ account });
		return false;
	}
	if (state.former?.account === account) {
		const { stored } = state.former;
		const meanwhile = book.toStored();
		state.former = { stored: meanwhile, account: former, until: Date.now() + DAY_MS };
		book.merge(stored);
		log(
			context,
			'info',
			'The credential has its former account again. Catch Up goes on where it was.',
		);
		return false;
	}
	const isKnown = await knowsAny(client, book);
	if (isKnown === false) {
		state.former = { stored: book.toStored(), account: former, until: Date.now() + DAY_MS };
		book.clear();
		log(
			context,
			'warn',
			'The credential has another account. Catch Up records its appointments, and reports changes from now on.',
		);
	}
	book.setHeader({ account });
	return isKnown === undefined;
}
