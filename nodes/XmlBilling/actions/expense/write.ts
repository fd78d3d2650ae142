import { recognized, type Marks } from '../../transport/listed';
import type { Body } from '../../xml/request';
import { categoryRecord, expenseRecord, taxRecord } from '../../records';
import { mayBeSameText, textOf } from '../../xml/shape';
import { decimalOf } from '../../xml/values';
import { createUnlessExists, type Recognition } from '../../engine/writes/duplicates';
import { dayIn } from '../../records/days';
import { recordKey } from '../../engine/writes/createdInRun';
import { type ItemContext, option } from '../../engine/itemContext';
import type { Prepared, Write } from '../../engine/operation';
import { confirmWrite, refuseFailures } from '../../engine/writes/recordWrites';
import { findTaxes, refuseUnfitTax } from '../documents/accountTaxes';
import { updateKept } from '../../engine/writes/resendUnchanged';

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. Expenses have no number. */
export async function createExpense(item: ItemContext): Promise<Prepared> {
	const { body } = item;
	await refuseUnfitTaxes(item);
	const recognition: Recognition = {
		find: async () => await findEqual(item, body),
		what: 'A matching expense',
		keys: [keyIn(body)],
		// An item without a client matches an expense for any client.
		alsoKnownBy: [keyIn({ ...body, client_id: undefined })],
		label: 'If Duplicate Exists',
	};
	const prepared = await createUnlessExists(item, expenseRecord, recognition);
	if (!Array.isArray(prepared)) warnOfFrequency(item);
	return prepared;
}

/** Updates an expense, and resends what the form doesn't set: as it is, whatever its taxes and its frequency. */
export async function updateExpense(item: ItemContext): Promise<Write> {
	await refuseUnfitTaxes(item);
	const write = await updateKept(expenseRecord)(item);
	warnOfFrequency(item);
	return write;
}

// An expense holds only the identifiers of its taxes, and its line takes no types of taxes (§4.2, §4.9).
async function refuseUnfitTaxes(item: ItemContext): Promise<void> {
	for (const [element, label] of [
		['tax1', 'Tax 1'],
		['tax2', 'Tax 2'],
	] as const) {
		const id = item.body[element];
		if (typeof id !== 'string') continue;
		// The service refuses one that the account doesn't have (§7.1).
		const [tax] = findTaxes(await item.api.table(taxRecord), id);
		if (tax !== undefined) refuseUnfitTax(item, tax, label, 'never');
	}
}

// The interface doesn't say what the number means (§4.9). The vendor's only example is 28.
const MIN_LIKELY_DAYS = 7;

function warnOfFrequency(item: ItemContext): void {
	const { recurring_frequency: frequency } = item.body;
	if (typeof frequency !== 'string' || Number(frequency) >= MIN_LIKELY_DAYS) return;
	item.warn(
		`Recurring Frequency is ${frequency}. The number probably means days, because the vendor's example is 28. Check on the website how often the expense recurs.`,
	);
}

// Two expenses match if these fields are equal. Lists have filters for some of them (§4.9).
const COMPARED = ['expense_category_id', 'amount', 'date', 'vendor', 'client_id'];
const FILTERS = ['expense_category_id', 'amount', 'client_id'];

async function findEqual({ api }: ItemContext, body: Body): Promise<number | undefined> {
	const filter = Object.fromEntries(FILTERS.map((name) => [name, body[name]]));
	const listed = await api.list(expenseRecord, filter, Infinity);
	const [found] = await recognized(api, expenseRecord, listed, marksOf(body));
	return found && Number(found[expenseRecord.id]);
}

const keyIn = (body: Body): string => recordKey(expenseRecord.name, ...COMPARED.map((name) => body[name]));

// The service's filters are not trusted: if they let other expenses through, this one would never be recorded.
const marksOf = ({ client_id, ...body }: Body): Marks => ({
	expense_category_id: (shown) => textOf(shown) === body['expense_category_id'],
	amount: (shown) => decimalOf(shown)?.eq(textOf(body['amount'])) === true,
	date: (shown) => dayIn(shown) === body['date'],
	vendor: (shown) => mayBeSameText(shown, textOf(body['vendor'])),
	...(client_id === undefined ? {} : { client_id: (shown) => textOf(shown) === client_id }),
});

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
