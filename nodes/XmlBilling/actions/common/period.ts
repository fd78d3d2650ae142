import { check } from '../../xml/values';
import type { ItemContext } from '../../engine/itemContext';
import type { Property } from '../../engine/property';
import type { Period } from './days';

/** The first day of a report. */
export const fromDay: Property = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	// An empty expression must not widen the report.
	strict: true,
	element: false,
};

/** The last day of a report. */
export const toDay: Property = { ...fromDay, displayName: 'To', name: 'to' };

/** A date or text of the form that no request carries; '' if it was left out. Throws an error that names the field. */
export function checkedValue(
	item: ItemContext,
	label: string,
	value: unknown,
	kind: 'date' | 'text' = 'date',
): string {
	const checked = check(value, kind, item.timeZone);
	if (!checked.ok) throw item.problem(`${label} ${checked.problem}`, CORRECT);
	return checked.text ?? '';
}

/** A period of the form. Throws an error that names the field. */
export function periodOf(item: ItemContext, values: Readonly<Record<string, unknown>>, where = ''): Period {
	const from = checkedValue(item, `${where}From`, values['from']);
	const to = checkedValue(item, `${where}To`, values['to']);
	if (to !== '' && from > to)
		throw item.problem(`${where}From must not be after ${where}To`, `${from} is after ${to}. ${CORRECT}`);
	return { from, to };
}

const CORRECT = 'Nothing was sent. Correct the field and run the node again.';
