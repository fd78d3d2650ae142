import { answer, element, leaves, type Answer, type Output } from '../answer.ts';
import type { Call, Methods } from '../method.ts';
import { NOT_FOUND, reject } from '../rejection.ts';
import type { LateFeeRow, TaxRow } from '../store/rows.ts';

/** The methods of §4.11 that tell about the account. They take no fields. */
export const account: Methods = {
	getAccountInfo: { elements: [], answer: getAccountInfo },
	listLateFee: {
		elements: [],
		answer: ({ store, account: { id } }) => {
			const rules = store.all<LateFeeRow>(
				'SELECT * FROM late_fee WHERE account_id = ? AND active = 1 ORDER BY id',
				id,
			);
			return answerWhole(
				'late_fees',
				rules.map((rule) => element('late_fee', leaves({ id: rule.id, name: rule.name }))),
			);
		},
	},
	listTax: {
		elements: [],
		answer: ({ store, account: { id } }) => {
			const taxes = store.all<TaxRow>('SELECT * FROM tax WHERE account_id = ? ORDER BY id', id);
			return answerWhole('taxes', taxes.map(taxRecord));
		},
	},
	listOfflinePaymentMethod: {
		elements: [],
		answer: ({ store, account: { id } }) => {
			const sql = 'SELECT name FROM payment_method WHERE account_id = ? ORDER BY id';
			const methods = store.all<{ name: string }>(sql, id);
			return answerWhole(
				'payment_modes',
				methods.map(({ name }) => element('payment_mode', name)),
			);
		},
	},
};

function getAccountInfo({ account: { company, owner, country_code, currency_code } }: Call): Answer {
	if (company === '') reject('Data not found.', 404);
	return answer(element('account', leaves({ company, name: owner, country_code, currency_code })));
}

function taxRecord({ id, name, type, value }: TaxRow): Output {
	return element('tax', leaves({ id, name, type, value }));
}

/** A list without paging: all of it, or status 404 when it is empty. */
function answerWhole(wrapper: string, records: readonly Output[]): Answer {
	if (records.length === 0) reject(NOT_FOUND, 404);
	return answer(element(wrapper, records, { total: records.length }));
}
