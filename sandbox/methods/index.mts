import { payments } from '../documents/mail.mts';
import { documentMethods } from '../documents/methods.mts';
import type { Method, Methods } from '../fields.mts';
import { reject, rejectEmpty } from '../rejection.mts';
import type { RecordRows } from '../tables.mts';
import { answer, element, shown, type Output } from '../xml.mts';
import { recordMethods } from './records.mts';

/** The methods of §4.11 on the account itself. They take no elements. */
const account: Methods = {
	getAccountInfo: {
		section: '4.11',
		elements: [],
		answers: 'account',
		run: ({ account: row }) => {
			if (row.company === '') reject('Data not found.', 404);
			return answer(element('account', shown(row, 'company name=owner country_code currency_code')));
		},
	},
	listLateFee: wholeList('late_fees/late_fee', 'lateFee', (row) =>
		row.active === 0 ? [] : shown(row, 'id name'),
	),
	listTax: wholeList('taxes/tax', 'tax', (row) => shown(row, 'id name type value')),
	listOfflinePaymentMethod: wholeList('payment_modes/payment_mode', 'paymentMethod', ({ name }) => name),
};

/** A list without paging: all of it, or status 404 when it is empty. */
function wholeList<Kind extends 'lateFee' | 'tax' | 'paymentMethod'>(
	path: string,
	kind: Kind,
	contentOf: (row: RecordRows[Kind]) => string | Output[],
): Method {
	const [wrapper = '', record = ''] = path.split('/');
	return {
		section: '4.11',
		elements: [],
		answers: path,
		run: ({ store, account: { id }, quirks }) => {
			const contents = store.rows(kind, 'account_id', id).map(contentOf);
			const records = contents.filter(({ length }) => length > 0).map((content) => element(record, content));
			if (records.length === 0) rejectEmpty(quirks);
			return answer(element(wrapper, records, { total: records.length }));
		},
	};
}

/** The table of the interface's methods. Every other name is answered with status 501 (§7). */
export const METHODS: Methods = {
	...account,
	...recordMethods,
	...documentMethods,
	...payments,
};
