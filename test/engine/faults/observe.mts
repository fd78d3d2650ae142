import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { FaultRule, ReceivedRequest, Sandbox } from '../../../sandbox/index.mts';
import { TODAY } from '../billing.mts';
import type { Engine } from '../harness/engine.mts';
import { startSandbox } from '../harness/service.mts';
import type { Shown } from './calls.mts';
import type { FaultRow } from './table.mts';
import type { Caller } from './callers.mts';

/** The way in which a fault hits a caller. */
export interface Way {
	/** Whether it hits only the first attempt. */
	readonly passes?: boolean;
	/** Whether an error ends the run, instead of becoming an error item. */
	readonly stops?: boolean;
}

/** The result of being hit. */
export interface Observation {
	readonly shown: readonly Shown[];
	/** The results of the same action afterwards, without the fault. */
	readonly shownAgain: readonly Shown[] | undefined;
	/** For each record, how often the method requested it, and how often the service carried that out. */
	readonly asked: ReadonlyMap<string, { readonly sent: number; readonly processed: number }>;
	readonly changed: readonly string[];
	/** Whether the saved state is unchanged after a failure. */
	readonly isSavedKept: boolean;
	readonly durationMs: number;
	readonly strays: number;
	readonly host: string;
	readonly token: string;
}

/** The maximum number of attempts of a request. */
export const mostTries = ({ kind }: FaultRow): number => (kind === 'refused' ? 6 : 4);
/** More calls than any caller makes. */
const EVERY_CALL = 100;
/** Shorter than the waits between all the tries of a request. */
const REFUSAL_MS = 500;

const callsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

/** Whether a caller repeats a request that such a fault has hit. */
export const isRepeated = ({ kind }: FaultRow, { changed, isSingle }: Caller): boolean =>
	isSingle !== true &&
	(kind === 'unreached' || kind === 'refused' || (changed === undefined && kind === 'passing'));

/** Lets a fault befall a caller, against a sandbox of its own. Without a row there is none. */
export async function observe(
	engine: Engine,
	caller: Caller,
	row: FaultRow | undefined,
	{ passes = false, stops = false }: Way = {},
): Promise<Observation> {
	const sandbox = await startSandbox({ today: () => TODAY, certificate: row?.certificate });
	if (row?.certificate !== undefined) trust(sandbox);
	const credential = { baseUrl: sandbox.url, token: sandbox.account('main').token };
	try {
		const act = await caller.begin({ engine, sandbox, credential, stops, isHurried: row?.isSlow === true });
		const saved = act.saved?.();
		await sandbox.setFaults(row === undefined ? [] : rulesOf(row, caller, passes));
		const begun = performance.now();
		const running = act.run();
		if (row?.fault === 'refuse' && passes) await liftRefusal(sandbox, caller, running);
		const shown = await running;
		const durationMs = performance.now() - begun;
		const isSavedKept = saved === act.saved?.();
		const asked = countRecords(caller, sandbox.requests);
		await sandbox.setFaults([]);
		return {
			shown,
			shownAgain: await act.runAgain?.(),
			asked,
			changed: caller.changed?.(sandbox) ?? [],
			isSavedKept,
			durationMs,
			strays: sandbox.strays.length,
			host: new URL(sandbox.url).host,
			token: credential.token,
		};
	} finally {
		await sandbox.close();
	}
}

function rulesOf(row: FaultRow, caller: Caller, passes: boolean): FaultRule[] {
	const { fault } = row;
	const { method, call, items } = caller;
	if (fault === undefined) return [];
	// Connections are refused from the end of the previous call on, or from the start.
	if (fault === 'refuse') return call === 1 ? [{ fault }] : [{ fault, method, calls: [call - 1] }];
	if (passes) return [{ fault, method, calls: [call] }];
	// Of several items only one must be hit, however often it is retried.
	const count = items === undefined ? EVERY_CALL : isRepeated(row, caller) ? mostTries(row) : 1;
	return [{ fault, method, calls: callsFrom(call, count) }];
}

// Refused connections can't be counted: the service accepts them again shortly after the first one.
async function liftRefusal(sandbox: Sandbox, { call }: Caller, running: Promise<unknown>): Promise<void> {
	let isRunning = true;
	void running.finally(() => (isRunning = false));
	const isRefusing = () => call === 1 || sandbox.requests.some(({ fault }) => fault === 'refuse');
	while (isRunning && !isRefusing()) await wait(20);
	await wait(REFUSAL_MS);
	await sandbox.setFaults([]);
}

function countRecords(
	{ method, recordsIn }: Caller,
	requests: readonly ReceivedRequest[],
): Map<string, { sent: number; processed: number }> {
	const asked = new Map<string, { sent: number; processed: number }>();
	for (const { method: called, request, status } of requests) {
		if (called !== method || request === undefined) continue;
		for (const record of recordsIn(request)) {
			const { sent, processed } = asked.get(record) ?? { sent: 0, processed: 0 };
			asked.set(record, { sent: sent + 1, processed: processed + (status === undefined ? 0 : 1) });
		}
	}
	return asked;
}

let isTrusted = false;

// The authority is the same for all sandboxes of a process.
function trust({ authority }: Sandbox): void {
	if (isTrusted) return;
	setDefaultCACertificates([...getCACertificates('default'), authority]);
	isTrusted = true;
}
