import { answerDelete } from './manyRecords.ts';
import type { Method } from './method.ts';
import { findOwnRecord, type Kind } from './ownership.ts';
import { TABLES } from './store/tables.ts';

/**
 * A delete method that gives records the status Deleted (§3): from then on no method finds them, and lists only when they are
 * asked for that status. The message is for a request that names none.
 */
export function deleteMethod(kind: Kind, identifier: string, message: string): Method {
	return {
		elements: [identifier],
		answer: (call) =>
			answerDelete(call.request, identifier, message, (text) => {
				const record = findOwnRecord<{ id: number; account_id: number }>(call, kind, text);
				if (record === undefined) return false;
				call.store.update(TABLES[kind], record.id, { status: 'Deleted' });
				return true;
			}),
	};
}
