import { allOf, field, readList, type Keep } from '../../reads/readList';
import type { Body } from '../../xml/request';
import { categoryRecord, expenseRecord, taxRecord } from '../../records';
import { isSameText, textOf } from '../../xml/shape';
import { decimalOf, quote } from '../../xml/values';
import { createUnlessExists, type Recognition } from '../../engine/writes/duplicates';
import { dayIn } from '../../xml/days';
import { recordKey } from '../../engine/item/ledger';
import { collection, type ItemContext, option } from '../../engine/item/itemContext';
import type { Prepared, Write } from '../../engine/item/operation';
import { confirmWrite, refuseFailures } from '../../engine/writes/recordWrites';
import { findTaxes, hasPercentage, isCompound, isTaxGroup } from '../documents/lineTaxes';
import { updateKept } from '../../engine/writes/resendUnchanged';
import { OTHER_DAYS } from './forms';

/** Creates an expense (§4.9), unless a matching one exists and the option says otherwise. Expenses have no number. */
export async function createExpense(given: ItemContext): Promise<Prepared> {
	const item = withDays(given, 'additionalFields');
	const { body } = item;
	const taxes = await unclearTaxes(item);
	const recognition: Recognition = {
		find: async () => await findEqual(item, body),
		what: 'A matching expense',
		keys: [keyIn(body)],
		label: 'If Duplicate Exists',
	};
	const prepared = await createUnlessExists(item, expenseRecord, recognition);
	if (!Array.isArray(prepared)) warnOf(item, taxes);
	return prepared;
}

/** Updates an expense, and resends what the form doesn't set: as it is, whatever its taxes and its frequency. */
export async function updateExpense(given: ItemContext): Promise<Write> {
	const item = withDays(given, 'updateFields');
	const taxes = await unclearTaxes(item);
	const write = await updateKept(expenseRecord)(item);
	warnOf(item, taxes);
	return write;
}

function warnOf(item: ItemContext, taxes: readonly string[]): void {
	for (const warning of taxes) item.warn(warning);
	warnOfFrequency(item);
}

/**
 * Warnings of chosen taxes that only the service can charge. An expense takes any tax of the account by its identifier, but the
 * line that bills it takes no types of taxes (§4.2, §4.9).
 */
async function unclearTaxes(item: ItemContext): Promise<string[]> {
	const chosen = [
		['Tax 1', item.body['tax1']],
		['Tax 2', item.body['tax2']],
	] as const;
	const warnings: string[] = [];
	for (const [label, id] of chosen) {
		if (typeof id !== 'string') continue;
		// The service refuses one that the account doesn't have (§7.1).
		const [tax] = findTaxes(await item.api.list(taxRecord, {}, Infinity), id);
		if (tax === undefined || !(isTaxGroup(tax) || isCompound(tax) || !hasPercentage(tax))) continue;
		const kind = isTaxGroup(tax)
			? 'a group of taxes'
			: isCompound(tax)
				? 'a compound tax'
				: 'without a percentage';
		warnings.push(
			`${label} ${quote(textOf(tax['name']))} is ${kind}. The service decides what it charges, so check the expense on the website. Invoice › Create From Expenses can bill the expense only with another tax in its JSON.`,
		);
	}
	return warnings;
}

/** The item with the days that stand beside the choice of another frequency. Throws if there are none. */
function withDays(item: ItemContext, fields: 'additionalFields' | 'updateFields'): ItemContext {
	if (item.body['recurring_frequency'] !== OTHER_DAYS) return item;
	const days = textOf(collection(item, fields)['recurringDays']);
	if (days === '')
		throw item.problem('Recurring Frequency is Other, but there are no Recurring Days. Add that field.');
	return { ...item, body: { ...item.body, recurring_frequency: days } };
}

// Nothing that people pay for recurs so often: a smaller number was meant in weeks, months or years.
const MIN_LIKELY_DAYS = 7;

function warnOfFrequency(item: ItemContext): void {
	const { recurring_frequency: frequency } = item.body;
	if (typeof frequency !== 'string' || Number(frequency) >= MIN_LIKELY_DAYS) return;
	item.warn(
		`Recurring Frequency is ${frequency}, which is a number of days. Check that it should not be weeks, months or years.`,
	);
}

// Two expenses match if these fields are equal. Lists have filters for some of them (§4.9).
const COMPARED = ['expense_category_id', 'amount', 'date', 'vendor', 'client_id'];
const FILTERS = ['expense_category_id', 'amount', 'client_id'];

async function findEqual({ api }: ItemContext, body: Body): Promise<number | undefined> {
	const filter = Object.fromEntries(FILTERS.map((name) => [name, body[name]]));
	const [equal] = await readList({ api }, expenseRecord, { filter, keep: equalTo(body) });
	return equal && Number(equal[expenseRecord.id]);
}

const keyIn = (body: Body): string => recordKey(expenseRecord.name, ...COMPARED.map((name) => body[name]));

// The service's filters are not trusted: if they let other expenses through, this one would never be recorded.
const equalTo = ({ client_id, ...body }: Body): Keep =>
	allOf(
		field('expense_category_id', (shown) => textOf(shown) === body['expense_category_id']),
		field('amount', (shown) => decimalOf(shown)?.eq(textOf(body['amount'])) === true),
		field('date', (shown) => dayIn(shown) === body['date']),
		field('vendor', (shown) => isSameText(shown, textOf(body['vendor']))),
		(expense, isListed) =>
			client_id === undefined ||
			field('client_id', (shown) => textOf(shown) === client_id)(expense, isListed),
	);

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
