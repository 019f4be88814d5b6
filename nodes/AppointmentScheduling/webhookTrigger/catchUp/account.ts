import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { log } from '../../n8n/log';
import type { ServiceClient } from '../../service/http/client';
import { DAY_MS } from '../../service/values/dates';
import { accountOf, knowsAny } from '../../watching/former/account';
import { Book } from '../../watching/former/book';
import type { FormerBook, TriggerState } from '../once/state';

const BACK = 'The credential has its former account again. Catch Up goes on where it was.';
const ANOTHER =
	'The credential has another account. Catch Up records its appointments, and reports changes from now on.';

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
	listed: IDataObject[],
): Promise<boolean> {
	const { book } = state;
	const account = accountOf(client);
	const { account: before } = book.header;
	if (state.former && state.former.until < Date.now()) state.former = undefined;
	if (before === undefined || before === account) {
		if (before === undefined) book.setHeader({ account });
		return false;
	}
	const { former } = state;
	const isFormer = former?.account === account;
	const knows = async (some: Book) => await knowsAny(client, some, () => listed);
	const isKnown = isFormer ? false : await knows(book);
	const isBack = former && !isKnown && (isFormer || (await knows(bookOf(former))));
	if (isBack || isKnown === false) {
		state.former = { stored: book.toStored(), account: before, until: Date.now() + DAY_MS };
		// What was delivered but never listed may belong to either account.
		book.merge(isBack ? former.stored : {});
		log(context, isBack ? 'info' : 'warn', isBack ? BACK : ANOTHER);
	}
	book.setHeader({ account });
	return !isBack && isKnown === undefined;
}

function bookOf({ stored }: FormerBook): Book {
	const book = new Book();
	book.merge(stored);
	return book;
}
