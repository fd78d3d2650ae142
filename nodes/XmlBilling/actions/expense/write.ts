import { readListed } from '../../transport/listed';
import { decodeIdentifier, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { categoryRecord, expenseRecord } from '../../records';
import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { check } from '../../xml/values';
import { createUnlessExists, type Recognition } from '../../guards/duplicates';
import { dayIn } from '../../records/resent';
import { keyOf } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import type { Prepared, Write } from '../../engine/operation';
import { refuseFailures, written } from '../../engine/recordWrites';
import { idOf, option } from '../../engine/itemContext';

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. Expenses have no number. */
export async function createExpense(item: ItemContext): Promise<Prepared> {
	const { body } = item;
	const recognition: Recognition = {
		find: async () => await findEqual(item, body),
		what: 'A matching expense',
		keys: [keyIn(body)],
		// An item without a client matches an expense for any client.
		alsoKnownBy: [keyIn({ ...body, client_id: undefined })],
		label: 'If Duplicate Exists',
	};
	return await createUnlessExists(item, expenseRecord, recognition);
}

// Two expenses match if these fields are equal. Lists have filters for some of them (§4.9).
const COMPARED = ['expense_category_id', 'amount', 'date', 'vendor', 'client_id'];
const FILTERS = ['expense_category_id', 'amount', 'client_id'];

async function findEqual({ api }: ItemContext, body: Body): Promise<number | undefined> {
	const filter = Object.fromEntries(FILTERS.map((name) => [name, body[name]]));
	for (const listed of await api.list(expenseRecord, filter, Infinity)) {
		const record = await readListed(api, expenseRecord, listed, COMPARED);
		if (isEqual(record, body)) return Number(listed[expenseRecord.id]);
	}
	return undefined;
}

const keyIn = (body: Body): string => keyOf(expenseRecord.name, ...COMPARED.map((name) => body[name]));

// The service's filters are not trusted: if they let other expenses through, this one would never be recorded.
const isEqual = (record: BillingRecord, body: Body): boolean =>
	textOf(record['expense_category_id']) === body['expense_category_id'] &&
	amountOf(record) === amountOf(body) &&
	dayIn(textOf(record['date'])) === body['date'] &&
	isSameText(record['vendor'], textOf(body['vendor'])) &&
	(body['client_id'] === undefined || textOf(record['client_id']) === body['client_id']);

function amountOf({ amount }: BillingRecord | Body): string | undefined {
	const checked = check(amount, 'decimal', 'utc');
	return checked.ok ? checked.text : undefined;
}

/** Creates or renames a category. It is read back from the list, because no method reads a single one (§4.9). */
export const writeCategory =
	(result: 'created' | 'updated') =>
	(item: ItemContext): Write => {
		const { body } = item;
		const finish = async (answer: Answer) => {
			refuseFailures(item, answer, `The ${categoryRecord.label} was not ${result}`);
			const id =
				result === 'updated' ? idOf(item, categoryRecord) : decodeIdentifier(answer, categoryRecord.id);
			if (id === undefined || option(item, 'return') === 'id')
				return await written(item, categoryRecord, answer, result);
			const listed = await item.api.list(categoryRecord, {}, Infinity).catch(() => {
				item.warn(`The category was ${result}, but could not be read back just now.`);
				return [];
			});
			// The list has only active categories. For others, at least the name is known.
			const shown = listed.find((category) => category[categoryRecord.id] === id);
			return [{ [categoryRecord.id]: id, result, name: textOf(body['name']), ...shown }];
		};
		return { body, finish };
	};
