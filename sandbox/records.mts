import { answer, element, repeated, type Output } from './answer.mts';
import type { Elements } from './fields/field.mts';
import { several, target } from './fields/kinds.mts';
import type { Call } from './call.mts';
import type { Method } from './method.mts';
import { findOwnRecord, labelOf, type Kind } from './ownership.mts';
import type { Store, Values } from './store/store.mts';
import { tableOf, type RecordRows } from './store/tables.mts';

/** A kind of record, as its methods name it. */
export interface RecordType<Name extends Kind> {
	section: string;
	kind: Name;
	/** The element of its identifier. */
	identifier: string;
	/** The placeholder of a record to act on. */
	example: string;
}

/** A kind of record whose identifier and placeholder have its name. */
export const recordType = <Name extends Kind>(section: string, kind: Name): RecordType<Name> => ({
	section,
	kind,
	identifier: `${kind}_id`,
	example: `{${kind}}`,
});

/** What a create or update method does besides storing the values. May return further elements of its answer. */
type After = (call: Call, id: number) => Output[] | void;

interface UpdateOptions<Row> {
	/** The answer: empty by default, the identifier in its element, or as text. */
	answers?: '' | 'identifier' | 'text()';
	/** Refuses what does not fit the present record. */
	before?: (call: Call, present: Row) => void;
	after?: After;
}

/** A method that creates a record with the values of the request in place of the defaults. */
export function createMethod<Name extends Kind>(
	{ section, kind, identifier }: RecordType<Name>,
	elements: Elements,
	defaults: (call: Call) => Values,
	after: After = () => [],
): Method {
	return {
		section,
		elements,
		answers: identifier,
		run: (call) => {
			const row = { account_id: call.account.id, ...defaults(call), ...call.values };
			const id = call.store.insert(tableOf(kind), row);
			return answer(element(identifier, id), ...(after(call, id) ?? []));
		},
	};
}

/** A method that changes what the request says and keeps the rest. */
export function updateMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	elements: Elements,
	{ answers = '', before, after }: UpdateOptions<RecordRows[Name]> = {},
): Method {
	return {
		section,
		elements: [target(kind, identifier, example), ...elements],
		answers: answers === 'identifier' ? identifier : answers,
		run: (call) => {
			const { id, store, values } = call;
			before?.(call, store.row(kind, id));
			if (Object.keys(values).length > 0) store.update(tableOf(kind), id, values);
			const more = after?.(call, id) ?? [];
			if (answers === 'text()') return { status: 200, text: String(id) };
			return answer(...(answers === '' ? [] : [element(identifier, id)]), ...more);
		},
	};
}

/** A method that returns one record. */
export function getMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	name: string,
	fields: (store: Store, row: RecordRows[Name]) => Output[],
): Method {
	return {
		section,
		elements: [target(kind, identifier, example)],
		answers: name,
		run: ({ store, id }) => answer(element(name, fields(store, store.row(kind, id)))),
	};
}

/**
 * A method that deletes records. By default, they get the status Deleted (§3): no method finds them anymore, except lists
 * that are asked for that status.
 *
 * @param remove removes a record; returns false if it may not be removed
 */
export function deleteMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	remove: (call: Call, id: number) => boolean | void = ({ store }, id) => markDeleted(store, kind, id),
	message = `${labelOf(kind)} id is invalid.`,
): Method {
	return {
		section,
		elements: [several(identifier, example, message)],
		answers: '',
		run: (call) => {
			const { done, failed } = forEachIdentifier(call, identifier, (text) => {
				const record = findOwnRecord(call, kind, text);
				return record !== undefined && remove(call, record.id) !== false;
			});
			const isNamed = kind === 'expenseCategory' && call.quirks.includes('namesDeleted');
			const failure = failed.length === 0 ? [] : [element('failure', repeated(identifier, failed))];
			return answer(...repeated(identifier, isNamed ? done : []), ...failure);
		},
	};
}

/** Gives a record the status Deleted (§3). */
export function markDeleted(store: Store, kind: Kind, id: number): void {
	store.update(tableOf(kind), id, { status: 'Deleted' });
}

/** Acts on each record that a repeated identifier names (§4.1), and sorts the identifiers by the result. */
export function forEachIdentifier(call: Call, name: string, act: (identifier: string) => boolean) {
	const identifiers = (call.lists[name] ?? []).map(String);
	const done: string[] = [];
	const failed: string[] = [];
	for (const identifier of identifiers) (act(identifier) ? done : failed).push(identifier);
	return { done, failed };
}
