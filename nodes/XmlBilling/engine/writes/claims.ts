import { expenseRecord, RECORD_TYPES, timeEntryRecord } from '../../records';
import { orStop, type Stop } from '../../transport/stop';
import { EXPENSES, isRead, methodNamed, TIME_ENTRIES } from '../../records/methods';
import type { Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import { bodiesAt, bodiesIn } from '../../xml/bodies';
import { recordKey } from './createdInRun';

/** What the executions of this process have claimed, and when each claim ends. */
const claimed = new Map<string, Promise<void>>();
/** For each open execution, the keys that others have had since it began. */
const executions = new Set<Set<string>>();

/** The claims of one execution. Other processes know nothing of them. */
export interface Claims {
	/**
	 * Claims keys until `end` is called, so that no other execution reads or writes a record between this one's read and its
	 * write. Waits while another one has any of them.
	 *
	 * Claim together what is known together, and an identifier last: an execution that has one must not wait for anything,
	 * or two could wait for each other. An execution that is canceled stops waiting, and gets no claim: it sends nothing.
	 *
	 * @returns `hadOthers`: another execution has had one of them, so what was read before may be out of date
	 */
	claim(keys: readonly string[]): Promise<{ end: () => void; hadOthers: boolean }>;
	/** Forgets what others have had. */
	close(): void;
}

/**
 * Opens the claims of an execution, which has to close them.
 *
 * @param account keeps executions for different accounts apart
 */
export function openClaims(account: string, stop: Stop): Claims {
	const hadByOthers = new Set<string>();
	executions.add(hadByOthers);
	return {
		async claim(given) {
			const keys = given.map((key) => `${account} ${key}`);
			for (let taken = takenOf(keys); taken !== undefined; taken = takenOf(keys)) {
				if (stop.isStopped) return { end: () => undefined, hadOthers: false };
				await orStop(taken, stop);
			}
			let finish: () => void = () => undefined;
			const ended = new Promise<void>((resolve) => (finish = resolve));
			for (const key of keys) claimed.set(key, ended);
			const end = () => {
				for (const key of keys) claimed.delete(key);
				for (const known of executions) if (known !== hadByOthers) keys.forEach((key) => known.add(key));
				finish();
			};
			return { end, hadOthers: keys.some((key) => hadByOthers.has(key)) };
		},
		close: () => void executions.delete(hadByOthers),
	};
}

const takenOf = (keys: readonly string[]): Promise<void> | undefined =>
	keys.map((key) => claimed.get(key)).find((taken) => taken !== undefined);

/**
 * The keys of the existing records that a write is about: their identifiers and, for an update, the name, email or number
 * that it sets; for an invoice of time or expenses, those. An unknown method may be about any record that it identifies.
 */
export function keysOfWrite(name: string, body: Body): string[] {
	const method = methodNamed(name);
	if (isRead(name)) return [];
	if (method?.verb === 'create')
		return BILLED.flatMap(([path, { name: kind }]) =>
			bodiesAt(body, path).flatMap(({ id }) => keysOfIds(kind, [id])),
		);
	const types = RECORD_TYPES.filter(({ name: kind }) => method === undefined || kind === method.kind);
	return types.flatMap(({ name: kind, id, knownBy }) => {
		// A payment names its invoice within an element (§4.11).
		const ids = [body[id], ...bodiesIn(body[kind]).map((payment) => payment['id'])].flat();
		const known = method?.verb === 'update' ? textOf(body[knownBy?.word ?? '']) : '';
		return [...keysOfIds(kind, ids), ...(known === '' ? [] : [recordKey(kind, knownBy?.word, known)])];
	});
}

/** The keys of identifiers, however a custom request writes them. */
const keysOfIds = (kind: string, ids: readonly unknown[]): string[] =>
	ids.flatMap((id) => (textOf(id) === '' ? [] : [recordKey(kind, Number(id))]));

const BILLED = [
	[TIME_ENTRIES, timeEntryRecord],
	[EXPENSES, expenseRecord],
] as const;
