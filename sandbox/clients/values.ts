import { filledAt, textAt, wordAt, type Element } from '../element.ts';
import { reject } from '../rejection.ts';
import type { ClientRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { COUNTRIES, CURRENCIES, LANGUAGES } from '../values/codes.ts';
import { emailOr } from '../values/email.ts';

/** The columns of a client that requests fill, its user name apart. */
export type ClientValues = Pick<
	ClientRow,
	'name' | 'organization' | 'email' | 'work_phone' | 'address' | 'country' | 'language' | 'currency'
>;

/**
 * The values of a client (§4.6). What the request leaves out, or sends empty, is taken from the defaults: the account's
 * when a client is created, the client's own when it is updated. Throws a Rejection with the message of §7.1.
 */
export function readClientValues(
	request: Element,
	defaults: Omit<ClientValues, 'name' | 'organization'>,
): ClientValues {
	const name = textAt(request, 'name');
	const organization = textAt(request, 'organization');
	if (name === '' || organization === '') reject('Please provide mandatory data.');
	return {
		name,
		organization,
		email: emailOr(wordAt(request, 'email'), defaults.email),
		work_phone: textAt(request, 'work_phone') || defaults.work_phone,
		address: textAt(request, 'address') || defaults.address,
		country:
			checked(wordAt(request, 'country'), isIn(COUNTRIES), 'Country code is invalid.') || defaults.country,
		currency:
			checked(wordAt(request, 'currency'), isIn(CURRENCIES), 'Currency code is invalid.') ||
			defaults.currency,
		language:
			checked(wordAt(request, 'language'), isIn(LANGUAGES), 'Language is invalid.') || defaults.language,
	};
}

/** Throws a Rejection when a client's currency is to change although it has invoices that are not drafts (§4.6). */
export function assertCurrencyMayBe(store: Store, client: ClientRow, currency: string): void {
	const sql = `SELECT 1 FROM invoice WHERE client_id = ? AND invoice_status <> 'Draft'`;
	if (currency !== client.currency && store.one(sql, client.id) !== undefined)
		reject('Currency can not be changed.');
}

const CONTACT_PATH = 'additional_contacts/contact';

/** The elements of the additional contacts of updateClient. */
export const CONTACT_PATHS = [`${CONTACT_PATH}/a_name`, `${CONTACT_PATH}/a_email`];

/** The additional contacts of a request. Throws a Rejection when an address is none. */
export function readContacts(request: Element): Array<{ name: string; email: string }> {
	return filledAt(request, CONTACT_PATH).map((contact) => ({
		name: textAt(contact, 'a_name'),
		email: emailOr(wordAt(contact, 'a_email'), ''),
	}));
}

/** Gives a client these additional contacts in place of those it had. No method returns them. */
export function replaceContacts(
	store: Store,
	clientId: number,
	contacts: ReturnType<typeof readContacts>,
): void {
	store.run('DELETE FROM contact WHERE client_id = ?', clientId);
	for (const contact of contacts) store.insert('contact', { client_id: clientId, ...contact });
}

function checked(word: string, isValid: (word: string) => boolean, message: string): string {
	return word === '' || isValid(word) ? word : reject(message);
}

function isIn(codes: ReadonlySet<string>): (word: string) => boolean {
	return (word) => codes.has(word);
}
