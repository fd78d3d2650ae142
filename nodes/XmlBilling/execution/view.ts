import type { Link, OutputRecord } from '../records';
import { inOrder, mainFields, outputRecord, select, simplify } from '../records/outputRecord';
import { someNames } from '../helpers/GenericFunctions';
import type { BillingApi } from '../transport/billingApi';
import { isTool } from './hints';
import { option, type ItemContext, type ItemResult, type View } from './item';
import { addNames } from '../lookup/linkedNames';
import type { Operation } from './operation';
import type { RunForm } from './runForm';

/** The view that the form of an item asks for; undefined if the operation shows no kind of record. */
export function viewOf(
	{ operation: { shows, removes }, form }: { readonly operation: Operation; readonly form: RunForm },
	item: Pick<ItemContext, 'values'>,
): View | undefined {
	if (removes !== undefined) {
		const { names, money = [] } = removes.columns;
		return { type: removes, fields: [...names, ...money, removes.id], hasNames: true };
	}
	if (shows === undefined) return undefined;
	return {
		type: shows,
		fields: fieldsOf(form, item),
		hasNames: option(item, 'includeNames') !== false,
	};
}

function fieldsOf({ node }: RunForm, { values }: Pick<ItemContext, 'values'>): View['fields'] {
	if (!isTool(node)) return values['simplify'] === false ? 'raw' : 'simplified';
	if (values['output'] !== 'selectedFields') return values['output'] === 'raw' ? 'raw' : 'simplified';
	const fields: unknown[] = [values['outputFields']].flat();
	return fields.filter((field) => typeof field === 'string').flatMap((names) => names.split(/[,\s]+/));
}

/**
 * Shows the records of all items as their views ask. The names are read last, for all items at once, so that each linked
 * record is read only once.
 */
export async function showAll(api: BillingApi, results: readonly ItemResult[]): Promise<ItemResult[]> {
	const rows = results.flatMap((result) => {
		if (!result.ok || result.value.view === undefined) return [];
		const { output, view } = result.value;
		const links = linksOf(view);
		return output.map((record) => ({ record: outputRecord(view.type, record), links }));
	});
	const named = await addNames(api, rows);
	return results.map((result) => {
		if (!result.ok || result.value.view === undefined) return result;
		const { output, view, warnings } = result.value;
		const ofItem = named.splice(0, output.length);
		const labels = someNames(ofItem.flatMap(({ unread }) => unread));
		const warning = `Some names are empty, because these linked records could not be read: ${labels}.`;
		const value = {
			output: ofItem.map(({ record }) => show(view, record)),
			warnings: labels === '' ? warnings : [...warnings, warning],
		};
		return { ok: true, value };
	});
}

/** The links whose names a view shows. Others would cost requests for nothing. */
export function linksOf({ type, fields, hasNames }: View): readonly Link[] {
	const isWhole = fields === 'raw' || (fields === 'simplified' && !type.isWide);
	const selected = fields === 'raw' || fields === 'simplified' ? mainFields(type) : fields;
	const links = (hasNames && type.links) || [];
	return links.map((link) => {
		const adds = Object.entries(link.adds).filter(([name]) => isWhole || selected.includes(name));
		return { ...link, adds: Object.fromEntries(adds) };
	});
}

/** An output record as a view shows it. */
export function show({ type, fields }: Omit<View, 'hasNames'>, record: OutputRecord): OutputRecord {
	if (fields === 'raw') return inOrder(type, record);
	return fields === 'simplified' ? simplify(type, record) : select(type, record, fields);
}
