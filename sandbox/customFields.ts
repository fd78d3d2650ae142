import { filledAt, textAt, type Element } from './element.ts';
import { reject } from './rejection.ts';
import type { Store } from './store/store.ts';

/** The elements of custom fields (§4.3, §4.6). */
export const CUSTOM_FIELD_PATHS = ['custom_fields/custom_field/label', 'custom_fields/custom_field/value'];

/** The custom fields of a request. Throws a Rejection when there are more than the four that a record may have (§8). */
export function readCustomFields(request: Element): Array<{ label: string; value: string }> {
	const fields = filledAt(request, 'custom_fields/custom_field').map((field) => ({
		label: textAt(field, 'label'),
		value: textAt(field, 'value'),
	}));
	return fields.length > 4 ? reject('Custom fields are limited to four.') : fields;
}

/** Gives a record these custom fields in place of those it had. No method returns them. */
export function replaceCustomFields(
	store: Store,
	owner: 'client' | 'invoice',
	ownerId: number,
	fields: ReturnType<typeof readCustomFields>,
): void {
	store.run('DELETE FROM custom_field WHERE owner = ? AND owner_id = ?', owner, ownerId);
	for (const field of fields) store.insert('custom_field', { owner, owner_id: ownerId, ...field });
}
