import { categoryRecord, expenseRecord } from '../../records';
import { textOf } from '../../xml/shape';
import { createUnlessExists, recognizedByContent } from '../common/duplicates';
import { type ItemContext, option } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import { confirmWrite, refuseFailures } from '../../execution/recordWrites';

// Two expenses match if these fields are equal. Lists have filters for some of them (§4.9).
const FILTERS = ['expense_category_id', 'amount', 'client_id'];
const OTHERS = ['date', 'vendor'];

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. */
export const createExpense = (item: ItemContext): Promise<Prepared> =>
	createUnlessExists(item, expenseRecord, recognizedByContent(item, expenseRecord, FILTERS, OTHERS));

/** Creates or renames a category. */
export const writeCategory =
	(result: 'created' | 'updated') =>
	(item: ItemContext): Write => ({
		body: item.body,
		confirm(answer) {
			refuseFailures(item, answer, `The ${categoryRecord.label} was not ${result}`);
			const { id, known } = confirmWrite(item, categoryRecord, answer, result);
			const isRead = id !== undefined && option(item, 'return') !== 'id';
			// It is read back from the list, which has only active categories. Of others, at least the name is known.
			return { id, known: isRead ? { ...known, name: textOf(item.body['name']) } : known };
		},
	});
