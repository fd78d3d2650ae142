import { type Method, type Methods, reject, rejectEmpty } from '../call.mts';
import { payments } from '../documents/mail.mts';
import { estimates, invoices, invoicesFrom, items, recurring } from '../documents/methods.mts';
import type { Store } from '../store.mts';
import type { AccountRow, LateFeeRow, TaxRow } from '../tables.mts';
import { answer, columns, element, leaves, type Output } from '../xml.mts';
import { expenses, goods } from './goods.mts';
import { clients, staff } from './people.mts';
import { projects, tasks, timeLogs } from './work.mts';

/** The methods of §4.11 on the account itself. They take no elements. */
const account: Methods = {
	getAccountInfo: {
		section: '4.11',
		elements: [],
		answers: 'account',
		run: ({ account: { company, owner, country_code, currency_code } }) => {
			if (company === '') reject('Data not found.', 404);
			return answer(element('account', leaves({ company, name: owner, country_code, currency_code })));
		},
	},
	listLateFee: wholeList('late_fees/late_fee', (store, { id }) =>
		store
			.all<LateFeeRow>('SELECT * FROM late_fee WHERE account_id = ? AND active = 1 ORDER BY id', id)
			.map((rule) => leaves(columns(rule, 'id name'))),
	),
	listTax: wholeList('taxes/tax', (store, { id }) =>
		store
			.all<TaxRow>('SELECT * FROM tax WHERE account_id = ? ORDER BY id', id)
			.map((tax) => leaves(columns(tax, 'id name type value'))),
	),
	listOfflinePaymentMethod: wholeList('payment_modes/payment_mode', (store, { id }) =>
		store
			.all<{ name: string }>('SELECT name FROM payment_method WHERE account_id = ? ORDER BY id', id)
			.map(({ name }) => name),
	),
};

/** A list without paging: all of it, or status 404 when it is empty. */
function wholeList(
	path: string,
	contents: (store: Store, account: AccountRow) => ReadonlyArray<string | Output[]>,
): Method {
	const [wrapper = '', record = ''] = path.split('/');
	return {
		section: '4.11',
		elements: [],
		answers: path,
		run: ({ store, account: owner, quirks }) => {
			const records = contents(store, owner).map((content) => element(record, content));
			if (records.length === 0) rejectEmpty(quirks);
			return answer(element(wrapper, records, { total: records.length }));
		},
	};
}

/** The table of the interface's methods. Every other name is answered with status 501 (§7). */
export const METHODS: Methods = {
	...account,
	...clients,
	...estimates,
	...expenses,
	...goods,
	...invoices,
	...invoicesFrom,
	...items,
	...payments,
	...projects,
	...recurring,
	...staff,
	...tasks,
	...timeLogs,
};

/** Names that the interface lists without a request for them (§4.11): status 501 as well. */
export const UNSUPPORTED_METHODS = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
] as const;
