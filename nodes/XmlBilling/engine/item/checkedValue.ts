import type { ItemContext } from './itemContext';
import { check, type Kind } from '../../xml/values';

/** What to do about a wrong field of a form that only reads. */
export const NOTHING_READ = 'Nothing was read. Correct the field and run the node again.';

/**
 * A value of the form that no request carries, dates in the workflow's time zone; '' if it was left out. Throws an error that
 * names the field.
 */
export function checkedValue(item: ItemContext, label: string, value: unknown, kind: Kind = 'text'): string {
	const checked = check(value, kind, item.timeZone);
	if (!checked.ok) throw item.problem(`${label} ${checked.problem}`, NOTHING_READ);
	return checked.text?.trim() ?? '';
}

/** The same for a required field. */
export function requiredValue(item: ItemContext, label: string, value: unknown, kind?: Kind): string {
	const text = checkedValue(item, label, value, kind);
	if (text === '') throw item.problem(`${label} is required and was left empty`, NOTHING_READ);
	return text;
}
