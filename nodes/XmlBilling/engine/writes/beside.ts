import type { RecordType } from '../../records';
import { isBody, type Body } from '../../xml/request';
import { textOf, type BillingRecord } from '../../xml/shape';

/** The record that the next item changes, read beside the write before it. */
export interface Ahead {
	readonly type: RecordType;
	readonly id: number;
	/** When the read began, in epoch milliseconds. */
	readonly since: number;
	readonly record: Promise<BillingRecord>;
}

/** The reads beside the writes of a run, which take as long: written records are read back, and the next one ahead. */
export interface Beside {
	/** Waits until a write may follow: no record that it names is being read back, and few others are. */
	before(body: Body): Promise<void>;
	/** @param id the record that is being read back, if it is known */
	add(id: number | undefined, reading: Promise<unknown>): void;
	/** Whether the first update of a document in this run was read back. */
	isProven?: boolean;
	ahead?: Ahead | undefined;
	/** Waits until none is read back. Never throws. */
	end(): Promise<void>;
}

// More would only wait in line before the next write.
const MAX_READ_BACKS = 4;

export function createBeside(): Beside {
	// None rejects, because its item reports how it ended.
	const readings = new Map<Promise<unknown>, number | undefined>();
	return {
		async before(body) {
			const named = new Set<number | undefined>(idsIn(body));
			const open = [...readings];
			const others = open.filter(([, id], place) => named.has(id) || place <= open.length - MAX_READ_BACKS);
			await Promise.all(others.map(([reading]) => reading));
		},
		add(id, reading) {
			const ended: Promise<unknown> = Promise.allSettled([reading]).then(() => readings.delete(ended));
			readings.set(ended, id);
		},
		async end() {
			await Promise.all(readings.keys());
		},
	};
}

/** All identifiers in a request, of whatever kind. */
export const idsIn = (body: Body): number[] =>
	Object.entries(body).flatMap(([name, content]) =>
		[content].flat().flatMap((part) => {
			if (isBody(part)) return idsIn(part);
			return /(^|_)id$/.test(name) ? [Number(textOf(part))] : [];
		}),
	);
