import { allOf, field, readList } from '../../lookup/readList';
import { categoryRecord, expenseRecord, taxRecord } from '../../records';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { isSameNumber, quote } from '../../xml/values';
import { createUnlessExists } from '../common/duplicates';
import { dayIn } from '../../xml/dates';
import { recordKey } from '../../execution/ledger';
import { collection, type ItemContext, option } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import { confirmWrite, refuseFailures } from '../../execution/recordWrites';
import { findTaxes, hasPercentage, isCompound, isTaxGroup } from '../documents/lineTaxes';
import { updateKept } from '../common/updateKept';
import { OTHER_DAYS } from './forms';

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. Expenses have no number. */
export async function createExpense(given: ItemContext): Promise<Prepared> {
	const item = withDays(given, 'additionalFields');
	const prepared = await createUnlessExists(item, expenseRecord, {
		find: () => findEqual(item),
		what: 'A matching expense',
		keys: [recordKey(expenseRecord.name, ...COMPARED.map((name) => item.body[name]))],
		label: 'If Duplicate Exists',
	});
	if (!Array.isArray(prepared)) await warnOfDoubts(item);
	return prepared;
}

/** Updates an expense, and resends what the form doesn't set: as it is, whatever its taxes and its frequency. */
export async function updateExpense(given: ItemContext): Promise<Write> {
	const item = withDays(given, 'updateFields');
	const write = await updateKept(expenseRecord)(item);
	await warnOfDoubts(item);
	return write;
}

// Nothing that people pay for recurs so often: a smaller number was meant in weeks, months or years.
const MIN_LIKELY_DAYS = 7;

/**
 * Warns of taxes that only the service can charge: an expense takes any tax of the account by its identifier, but the line that
 * bills it takes no types of taxes (§4.2, §4.9). And of a frequency that is hardly meant.
 */
async function warnOfDoubts(item: ItemContext): Promise<void> {
	const { tax1, tax2, recurring_frequency: frequency } = item.body;
	for (const [label, id] of Object.entries({ Tax: tax1, 'Second Tax': tax2 })) {
		if (typeof id !== 'string') continue;
		// The service refuses one that the account doesn't have (§7.1).
		const [tax] = findTaxes(await item.api.list(taxRecord, {}, Infinity), id);
		if (tax === undefined || !(isTaxGroup(tax) || isCompound(tax) || !hasPercentage(tax))) continue;
		item.warn(
			`${label} ${quote(textOf(tax['name']))} is not a plain percentage. The service decides what it charges, so check the expense on the website. Invoice › Create From Expenses can bill the expense only with another tax in its JSON.`,
		);
	}
	if (typeof frequency === 'string' && Number(frequency) < MIN_LIKELY_DAYS)
		item.warn(
			`Recurring Frequency is ${frequency}, which is a number of days. Did you mean weeks, months or years?`,
		);
}

/** The item with the days that stand beside the choice of another frequency. Throws if there are none. */
function withDays(item: ItemContext, fields: 'additionalFields' | 'updateFields'): ItemContext {
	if (item.body['recurring_frequency'] !== OTHER_DAYS) return item;
	const days = textOf(collection(item, fields)['recurringDays']);
	if (days === '')
		throw item.problem('Recurring Frequency is Other, but there are no Recurring Days. Add that field.');
	return { ...item, body: { ...item.body, recurring_frequency: days } };
}

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
