import type { ItemContext } from '../../engine/item/itemContext';
import { lookUp } from '../../engine/form/resolve';
import { productRecord, serviceRecord, type KnownRecord } from '../../records';
import { capitalized, nameById, nameOf } from '../../records/display';
import type { BillingRecord } from '../../xml/shape';
import { unwrapLocator } from '../../xml/encode';
import { asShown, check, isAbsent, REQUIRED } from '../../xml/values';
import type { Line } from './lineRules';

/** A kind of record in the catalog (§4.8), and the type of its lines (§4.2). */
const CATALOG = {
	product: { type: productRecord, lineType: 'Product', name: 'product_name' },
	service: { type: serviceRecord, lineType: 'Service', name: 'service_name' },
} as const;

/** The keys of a line that name a record of the catalog. */
export const CATALOG_KEYS: readonly string[] = Object.keys(CATALOG);

/**
 * Fills in lines that name a product or a service: name, description, unit cost and type, unless the line has its own. The
 * interface shows no taxes of either (§2.2). Throws an error that names the line.
 */
export async function withCatalog(
	item: ItemContext,
	lines: readonly Line[],
	pathAt: (index: number) => string,
): Promise<Line[]> {
	const filled: Line[] = [];
	for (const [index, line] of lines.entries()) filled.push(await fill(item, line, pathAt(index)));
	return filled;
}

async function fill(item: ItemContext, { product, service, ...line }: Line, label: string): Promise<Line> {
	if (product === undefined && service === undefined) return line;
	if (product !== undefined && service !== undefined)
		throw item.problem(`${label} has both a product and a service`, 'Nothing was sent. Remove one of them.');
	const { type, lineType, name } = CATALOG[product === undefined ? 'service' : 'product'];
	const record = await read(item, type, product ?? service, label);
	// A price of 0 is that of a record without a price, which nobody intends to bill.
	if (isAbsent(line['unit_cost']) && Number(record['unit_cost'] ?? 0) === 0)
		throw item.problem(
			`${label} has no price: ${nameOf(type, record)} has none in the catalog`,
			'Nothing was sent. Enter a Unit Cost, or 0 for a free line.',
		);
	const own = Object.entries(line).filter(([, value]) => !isAbsent(value));
	return {
		...line,
		name: record[name],
		description: record['description'],
		unit_cost: asShown(record['unit_cost']),
		type: lineType,
		...Object.fromEntries(own),
	};
}

/** Reads a record that a line names by identifier or name, once per execution. */
async function read(
	item: ItemContext,
	type: KnownRecord,
	given: unknown,
	label: string,
): Promise<BillingRecord> {
	const field = `${label} › ${capitalized(type.label)}`;
	const wanted = check(unwrapLocator(given), 'text', item.timeZone);
	if (!wanted.ok) throw item.problem(`${field} ${wanted.problem}`);
	if (isAbsent(wanted.text)) throw item.problem(`${field} ${REQUIRED}`);
	const text = (wanted.text ?? '').trim();
	const found = isName(type, given, text)
		? await lookUp(text, type, item.api)
		: { ok: true as const, id: text };
	if (!found.ok) throw item.problem(`${field}: ${found.problem}`, found.advice);
	const id = check(found.id, 'identifier', item.timeZone);
	if (!id.ok) throw item.problem(`${field} ${id.problem}`);
	const record = await item.api.recall(type, Number(id.text));
	if (record !== undefined) return record;
	throw item.problem(`${field}: ${nameById(type, id.text)} does not exist`);
}

// JSON has no modes: only digits are an identifier there.
function isName({ knownBy }: KnownRecord, given: unknown, text: string): boolean {
	if (typeof given === 'object' && given !== null && 'mode' in given) return given.mode === knownBy.mode;
	return !/^-?[\d.]+$/.test(text);
}
