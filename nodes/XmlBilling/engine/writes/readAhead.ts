import type { RecordType } from '../../records';
import type { BillingApi } from '../../transport/billingApi';
import { camelCase } from '../../xml/encode';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { fieldsOf } from '../../objects';
import { check } from '../../xml/values';
import { idsIn } from './readBacks';
import type { RunForm } from '../item/runForm';

/** Reads the record that the next item changes beside the write before it, which takes as long. */
export interface ReadAhead {
	/** The record that an item changes, as it is now. */
	current(type: RecordType, id: number): Promise<BillingRecord>;
	/**
	 * Begins to read the next item's record, if the item to be written needed its own and the write does not name both.
	 *
	 * @param next the index of the next item; undefined after the last
	 */
	start(write: Body, next: number | undefined): void;
}

// After a longer write, somebody else may have changed the record.
const FRESH_MS = 5_000;

export function createReadAhead(api: BillingApi, form: RunForm): ReadAhead {
	let needed: RecordType | undefined;
	let ahead: { type: RecordType; id: number; since: number; record: Promise<BillingRecord> } | undefined;
	return {
		async current(type, id) {
			needed = type;
			const isFresh = ahead !== undefined && Date.now() - ahead.since < FRESH_MS;
			if (isFresh && ahead?.type === type && ahead.id === id) return await ahead.record;
			return await api.get(type, id);
		},
		start(write, next) {
			const type = needed;
			[needed, ahead] = [undefined, undefined];
			const id = type === undefined || next === undefined ? undefined : idIn(form, type, next);
			if (type === undefined || id === undefined || idsIn(write).includes(id)) return;
			ahead = { type, id, since: Date.now(), record: api.get(type, id) };
			// Whoever needs the record reports it.
			ahead.record.catch(() => undefined);
		},
	};
}

/** The identifier in an item's form. Undefined for a name or a number, which the write may give to another record. */
function idIn(form: RunForm, type: RecordType, item: number): number | undefined {
	try {
		const field = camelCase(type.id);
		// Kept until the item is prepared: n8n takes half a millisecond for an expression.
		form.readAhead([field], item);
		const { mode, value } = fieldsOf(form.valueOf(field, item));
		const checked = check(value, 'identifier', 'utc');
		return checked.ok && (mode === 'id' || mode === 'list') ? Number(checked.text) : undefined;
	} catch {
		// A failing expression is reported when its item is prepared.
		return undefined;
	}
}
