import type { DocumentRecord } from '../../records';
import { decodeIdentifiers, FAILURE_LISTS, lists } from '../../xml/answer';
import { markInDoubt } from '../../transport/failure';
import {
	elementsOf,
	encodeLine,
	lineLabelOf,
	linesOf,
	readChanges,
	readItems,
	resentLine,
	rulesOf,
	type Line,
} from './lines';
import { LINE_TAXES, type LineTax } from './lineFields';
import { isSameText, textOf, type BillingRecord, type Value } from '../../xml/shape';
import { totalsOf } from '../../records/totals';
import { check, isAbsent, REQUIRED } from '../../xml/values';
import { type ItemContext, idOf, option } from '../../engine/item/itemContext';
import type { Expected, Write } from '../../engine/item/operation';
import { refuseUnfit } from '../../engine/writes/resendUnchanged';
import { confirmChange } from '../../engine/writes/recordWrites';
import { shownWord, type KeptField } from '../../records/keptFields';
import { ITEMS } from '../../records/methods';
import { unwrapLocator, withElement, type Values } from '../../xml/encode';
import { capitalized, nameOf } from '../../records/display';

/** Adds lines to a document (§4.3, §4.4, §4.5). */
export const addLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => ({
		body: withElement(item.body, ITEMS, await readItems(item)),
		confirm(answer) {
			const { lineId, name } = type;
			const added = decodeIdentifiers(answer, `${name}_items`);
			if (added.length > 0 && lists(answer, FAILURE_LISTS)) throw partlyAdded(item, added);
			const confirmed = confirmChange(item, answer, idOf(item, type), 'Lines were not added');
			return { ...confirmed, adds: { [`${lineId}s`]: added } };
		},
	});

// Adding all of them again would bill some twice.
const partlyAdded = (item: ItemContext, added: readonly number[]): Error =>
	markInDoubt(
		item.problem(
			`Only some of the lines were added. Their IDs are ${added.join(', ')}.`,
			'The service lists the others as failed and gives no reason. Compare the lines, and add only those that are missing.',
		),
	);

/**
 * Changes lines of a document. A request carries every element of a line (§4.2), so the unchanged ones are read from the
 * document first.
 */
export const updateLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => {
		const id = idOf(item, type);
		const changes = await readChanges(item);
		if (changes.length === 0)
			throw item.problem('There are no lines to change', 'Add a line, and select the line to change.');
		const ids = changes.map((change) => lineIdOf(item, type, change));
		refuseRepeated(item, ids);
		const document = await item.api.get(type, id);
		const rules = rulesOf(item);
		const lines = changes.map(({ path, values: change }, index) => {
			const current = currentLine(item, type, ids[index] ?? '', document);
			const kept = elementsOf(rules).filter((element) => change[element] === undefined);
			refuseUnfit(item, type, document, kept, {
				name: `the line with ID ${ids[index]}`,
				values: current,
			});
			refuseLostTaxes(item, type, change, current, document);
			refuseOtherCompound(item, type, change, current);
			// Tax types can be read, but this method doesn't take them (§4.2).
			return { path, values: { ...resentLine(current, kept), ...change } };
		});
		warnOfTotals(item, type, document, ids);
		return {
			body: withElement(
				item.body,
				ITEMS,
				lines.map((line) => encodeLine(line, rules, item)),
			),
			confirm: (answer) => confirmChange(item, answer, id, 'Lines were not changed'),
			expected: { ...leaving(type, document, linesOf(document).length), ...keepingCompoundTaxes(document) },
		};
	};

/** Warns where totals are calculated from the request, which can't say that the tax of a line is a compound one. */
function warnOfTotals(item: ItemContext, type: DocumentRecord, document: BillingRecord, ids: string[]): void {
	if (option(item, 'preview') !== true && isAbsent(option(item, 'expectedTotal'))) return;
	const compound = ids.filter((id) =>
		isSameText(currentLine(item, type, id, document)['tax2_type'], 'Compound'),
	);
	if (compound.length > 0)
		item.warn(
			`The total may be too low: it counts the compound tax of these lines as a normal one: ${compound.join(', ')}.`,
		);
}

// The method takes no tax types (§4.2), so only the result shows whether the service kept a compound tax.
function keepingCompoundTaxes(document: BillingRecord): Pick<Expected, 'fields' | 'before' | 'flat'> {
	const fields: Record<string, KeptField> = {};
	for (const { item_id: id, tax2_type: type } of linesOf(document)) {
		const field = `type_of_the_second_tax_of_line_${textOf(id)}`;
		if (isSameText(type, 'Compound')) fields[field] = shownWord(field);
	}
	const typeOf = ({ item_id: id, tax2_type: type }: BillingRecord): [string, Value] => [
		`type_of_the_second_tax_of_line_${textOf(id)}`,
		type ?? null,
	];
	return { fields, before: document, flat: (record) => Object.fromEntries(linesOf(record).map(typeOf)) };
}

/** Removes lines from a document. Both identifiers repeat (§4.3, §4.4, §4.5). */
export const deleteLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => {
		const id = idOf(item, type);
		const given = item.body[type.lineId];
		const lineIds = [...new Set(Array.isArray(given) ? given : [])];
		const document = await item.api.get(type, id);
		for (const lineId of lineIds) currentLine(item, type, textOf(lineId), document);
		return {
			body: { [type.id]: lineIds.map(() => textOf(item.body[type.id])), [type.lineId]: lineIds },
			confirm: (answer) => confirmChange(item, answer, id, 'Lines were not deleted'),
			expected: leaving(type, document, linesOf(document).length - lineIds.length),
		};
	};

/** What a document should show after a change to some of its lines: so many lines, and its charges. */
const leaving = (type: DocumentRecord, before: BillingRecord, lineCount: number): Expected => ({
	type,
	sent: {},
	fields: {},
	document: { type, before, body: {}, lineCount },
});

// Two rows for one line would undo each other's changes.
function refuseRepeated(item: ItemContext, ids: readonly string[]): void {
	const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
	if (repeated !== undefined)
		throw item.problem(
			`The line with ID ${repeated} is listed twice`,
			'Put all changes to a line into one row.',
		);
}

function lineIdOf(item: ItemContext, { lineId }: DocumentRecord, { path, values }: Line): string {
	const id = check(unwrapLocator(values[lineId]), 'identifier', item.timeZone);
	if (id.ok && id.text !== undefined) return id.text;
	const problem = id.ok ? REQUIRED : id.problem;
	throw item.problem(`${path} › Line ${problem}`, 'Nothing was sent. Select the line to change.');
}

function currentLine(
	item: ItemContext,
	type: DocumentRecord,
	wanted: string,
	document: BillingRecord,
): BillingRecord {
	const idIn = (line: BillingRecord) => textOf(line[type.shownLineId]);
	const lines = linesOf(document);
	const line = lines.find((candidate) => idIn(candidate) === wanted);
	if (line !== undefined) return line;
	// Only identifiers, because errors contain no record data.
	const known = lines.map(idIn);
	throw item.problem(
		`${capitalized(nameOf(type, document))} has no line with ID ${wanted}`,
		known.length === 0 ? 'It has no lines.' : `The IDs of its lines are ${known.join(', ')}.`,
	);
}

/**
 * Throws if a change could silently remove a line's taxes: it replaces them (§4.2), and those of estimates and profiles
 * can't be read (§2.2).
 */
function refuseLostTaxes(
	item: ItemContext,
	{ showsTaxes, shownLineId }: DocumentRecord,
	change: Values,
	current: BillingRecord,
	document: BillingRecord,
): void {
	if (showsTaxes || !mayBeTaxed(document, current)) return;
	const unsaid = LINE_TAXES.filter((tax) => !saysTax(change, tax) && !saysTax(current, tax));
	if (unsaid.length === 0) return;
	const labels = unsaid.map(lineLabelOf).join(' and ');
	throw item.problem(
		`Changing the line with ID ${textOf(current[shownLineId])} may remove its taxes: choose its ${labels} again`,
		'Nothing was sent. A change replaces the taxes of a line, and the service does not show the current ones. Under Changes, choose the taxes of each line, or No Tax.',
	);
}

/**
 * Throws if a change replaces a compound tax. The method takes no tax types (§4.2), so the service may also charge the new
 * tax as a compound one.
 */
function refuseOtherCompound(
	item: ItemContext,
	{ shownLineId }: DocumentRecord,
	change: Values,
	current: BillingRecord,
): void {
	const name = textOf(change['tax2_name']);
	const isOther = name.trim() !== '' && !isSameText(current['tax2_name'], name);
	if (!isOther || !isSameText(current['tax2_type'], 'Compound')) return;
	throw item.problem(
		`The line with ID ${textOf(current[shownLineId])} has a compound second tax, and another one may also be charged as compound`,
		'Nothing was sent. Replace the lines with Invoice: Update, or delete this line and add a new one.',
	);
}

const saysTax = (line: Values, tax: LineTax): boolean =>
	line[`${tax}_name`] !== undefined || line[`${tax}_percent`] !== undefined;

// If the whole document has no tax, only a line that comes to 0 can have one.
function mayBeTaxed(document: BillingRecord, line: BillingRecord): boolean {
	if (document['total_tax'] !== 0) return true;
	const texts = Object.fromEntries(Object.entries(line).map(([element, value]) => [element, textOf(value)]));
	const [amounts] = totalsOf({ items: { item: texts } }).lines;
	return amounts === undefined || amounts.cost.eq(amounts.discount);
}
