import { type ItemContext, idOf, warnOf } from '../../execution/item';
import type { Expected, Write } from '../../execution/operation';
import { confirmChange } from '../../execution/recordWrites';
import { refuseUnfit } from '../common/updateKept';
import type { DocumentRecord } from '../../records';
import { capitalized, nameOf } from '../../records/display';
import { ITEMS } from '../../records/methods';
import { markInDoubt } from '../../transport/failures';
import { decodeIdentifiers, FAILURE_LISTS, lists } from '../../xml/answer';
import { unwrapLocator, withElement, type Values } from '../../xml/encode';
import { isSameText } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { check, isAbsent, REQUIRED } from '../../xml/values';
import { LINE_TAXES, type LineTax } from './lineFields';
import type { Line } from './lineRows';
import { elementsOf, lineLabelOf, rulesOf } from './lineRules';
import { encodeLine, linesOf, readChanges, readItems, resentLine } from './lines';

/** Adds lines to a document (§4.3, §4.4, §4.5). */
export const addLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => ({
		body: withElement(item.body, ITEMS, await readItems(item)),
		confirm(answer) {
			const added = decodeIdentifiers(answer, `${type.name}_items`);
			// Adding all of them again would bill some twice.
			if (added.length > 0 && lists(answer, FAILURE_LISTS))
				throw markInDoubt(
					item.problem(
						`Only some of the lines were added. Their IDs are ${added.join(', ')}.`,
						'The service lists the others as failed and gives no reason. Compare the lines, and add only those that are missing.',
					),
				);
			const confirmed = confirmChange(item, answer, idOf(item, type), 'Lines were not added');
			return { ...confirmed, adds: { [`${type.lineId}s`]: added } };
		},
	});

/**
 * Changes lines of a document. A request carries every element of a line (§4.2), so the unchanged ones are read from the
 * document first.
 */
export const updateLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => {
		const changes = await readChanges(item);
		if (changes.length === 0)
			throw item.problem('There are no lines to change', 'Add a line, and select the line to change.');
		const ids = changes.map((change) => lineIdOf(item, type, change));
		const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
		// Two rows for one line would undo each other's changes.
		if (repeated !== undefined)
			throw item.problem(
				`The line with ID ${repeated} is listed twice`,
				'Put all changes to a line into one row.',
			);
		await item.turn();
		const document = await item.api.get(type, idOf(item, type));
		const rules = rulesOf(item.method);
		const compound: string[] = [];
		const lines = changes.map(({ path, values: change }, index) => {
			const id = ids[index] ?? '';
			const current = currentLine(item, type, id, document);
			const kept = elementsOf(rules).filter((element) => change[element] === undefined);
			refuseUnfit(item, type, document, kept, { name: `the line with ID ${id}`, values: current });
			if (!type.showsTaxes) refuseLostTaxes(item, id, change, current, document);
			const values = { ...resentLine(current, kept), ...change };
			if (isSameText(current['tax2_type'], 'Compound') && !isAbsent(values['tax2_name'])) compound.push(id);
			return encodeLine({ path, values }, rules, item);
		});
		// The method takes no types of taxes (§4.2).
		warnOf(
			item,
			'These lines have a compound second tax, which a change of lines cannot say',
			compound,
			' A preview and an expected total count it as a normal one, and the service may, too. Compare the total.',
		);
		return {
			body: withElement(item.body, ITEMS, lines),
			confirm: (answer) => confirmChange(item, answer, idOf(item, type), 'Lines were not changed'),
			expected: leaving(type, document, linesOf(document).length),
		};
	};

/** Removes lines from a document. Both identifiers repeat (§4.3, §4.4, §4.5). */
export const deleteLines =
	(type: DocumentRecord) =>
	async (item: ItemContext): Promise<Write> => {
		const id = idOf(item, type);
		const given = item.body[type.lineId];
		const lineIds = [...new Set(Array.isArray(given) ? given : [])];
		await item.turn();
		const document = await item.api.get(type, id);
		for (const lineId of lineIds) currentLine(item, type, textOf(lineId), document);
		return {
			body: { [type.id]: lineIds.map(() => String(id)), [type.lineId]: lineIds },
			confirm: (answer) => confirmChange(item, answer, id, 'Lines were not deleted'),
			expected: leaving(type, document, linesOf(document).length - lineIds.length),
		};
	};

/** What a document should show after a change to some of its lines: so many lines. */
const leaving = (type: DocumentRecord, before: BillingRecord, lineCount: number): Expected => ({
	type,
	sent: {},
	fields: {},
	document: { type, before, body: {}, lineCount },
});

function lineIdOf(item: ItemContext, { lineId }: DocumentRecord, { path, values }: Line): string {
	const id = check(unwrapLocator(values[lineId]), 'identifier', item.timeZone);
	if (id.ok && id.text !== undefined) return id.text;
	const problem = id.ok ? REQUIRED : id.problem;
	throw item.problem(`${path} › Line ${problem}`, 'Select the line to change.');
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
	throw item.problem(
		`${capitalized(nameOf(type, document))} has no line with ID ${wanted}`,
		lines.length === 0 ? 'It has no lines.' : `The IDs of its lines are ${lines.map(idIn).join(', ')}.`,
	);
}

/**
 * Throws if a change could silently remove a line's taxes: it replaces them (§4.2), and those of estimates and profiles
 * can't be read (§2.2).
 */
function refuseLostTaxes(
	item: ItemContext,
	id: string,
	change: Values,
	current: BillingRecord,
	document: BillingRecord,
): void {
	// If the whole document has no tax, only a line that comes to 0 can have one.
	const amount = Number(current['unit_cost'] ?? 0) * Number(current['quantity'] ?? 0);
	if (document['total_tax'] === 0 && amount !== 0) return;
	const isSaid = (tax: LineTax) =>
		[change, current].some(
			(line) => line[`${tax}_name`] !== undefined || line[`${tax}_percent`] !== undefined,
		);
	const unsaid = LINE_TAXES.filter((tax) => !isSaid(tax));
	if (unsaid.length === 0) return;
	throw item.problem(
		`Changing the line with ID ${id} may remove its taxes: choose its ${unsaid.map(lineLabelOf).join(' and ')} again`,
		'A change replaces the taxes of a line, and the service does not show the current ones. Under Changes, choose the taxes of each line, or No Tax.',
	);
}
