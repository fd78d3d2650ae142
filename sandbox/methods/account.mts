import { answer, columns, element, leaves, type Output } from '../answer.mts';
import type { Method, Methods } from '../method.mts';
import { reject, rejectEmpty } from '../rejection.mts';
import type { AccountRow, LateFeeRow, TaxRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

/** The methods of §4.11 on the account itself. They take no elements. */
export const account: Methods = {
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
