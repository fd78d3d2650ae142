import { allOf, field, readList } from '../../lookup/readList';
import { categoryRecord, expenseRecord } from '../../records';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { isSameNumber } from '../../xml/values';
import { createUnlessExists } from '../common/duplicates';
import { dayIn } from '../../xml/dates';
import { recordKey } from '../../execution/ledger';
import { type ItemContext, option } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import { confirmWrite, refuseFailures } from '../../execution/recordWrites';

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. Expenses have no number. */
export const createExpense = (item: ItemContext): Promise<Prepared> =>
	createUnlessExists(item, expenseRecord, {
		find: () => findEqual(item),
		what: 'A matching expense',
		keys: [recordKey(expenseRecord.name, ...COMPARED.map((name) => item.body[name]))],
		label: 'If Duplicate Exists',
	});

// Two expenses match if these fields are equal. Lists have filters for some of them (§4.9).
const COMPARED = ['expense_category_id', 'amount', 'date', 'vendor', 'client_id'];
const FILTERS = ['expense_category_id', 'amount', 'client_id'];

async function findEqual({ api, body }: ItemContext): Promise<number | undefined> {
	const filter = Object.fromEntries(FILTERS.map((name) => [name, body[name]]));
	// The service's filters are not trusted: if they let other expenses through, this one would never be recorded.
	const where = [
		field('expense_category_id', (shown) => textOf(shown) === body['expense_category_id']),
		field('amount', (shown) => isSameNumber(shown, textOf(body['amount']))),
		field('date', (shown) => dayIn(shown) === body['date']),
		field('vendor', (shown) => isSameText(shown, textOf(body['vendor']))),
	];
	const { client_id: client } = body;
	if (client !== undefined) where.push(field('client_id', (shown) => textOf(shown) === client));
	const [equal] = await readList(api, expenseRecord, { filter, keep: allOf(...where) });
	return equal && Number(equal[expenseRecord.id]);
}

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
