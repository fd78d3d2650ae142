import { answerDelete } from './manyRecords.ts';
import type { Call, Method } from './method.ts';
import { findOwnRecord, type Kind } from './ownership.ts';
import { tableOf } from './store/tables.ts';

/**
 * A delete method. The message is for a request that names no record. Unless they are removed in another way, records get the
 * status Deleted (§3): from then on no method finds them, and lists only when they are asked for that status.
 */
export function deleteMethod(
	kind: Kind,
	identifier: string,
	message: string,
	remove = ({ store }: Call, id: number): void => store.update(tableOf(kind), id, { status: 'Deleted' }),
): Method {
	return {
		elements: [identifier],
		answer: (call) =>
			answerDelete(call.request, identifier, message, (text) => {
				const record = findOwnRecord<{ id: number; account_id: number }>(call, kind, text);
				if (record !== undefined) remove(call, record.id);
				return record !== undefined;
			}),
	};
}
