import { clockOf, type ListOrder, type ListRecords } from './call.mts';
import { Door } from './door.mts';
import { authorityCertificate, certificateOf, type Certificate } from './faults/certificates.mts';
import { StrayServer, type Stray } from './faults/faults.mts';
import { type FaultRule, FaultSwitch } from './faults/rules.mts';
import { Site, type StartStep, type LinkedN8n } from './page/site.mts';
import type { Quirk } from './quirks.mts';
import { RequestLog, type ReceivedRequest } from './requestLog.mts';
import { openDatabase } from './seed/index.mts';
import { requestListener } from './server.mts';
import { Service } from './service.mts';
import type { Values } from './store.mts';
import { tableOf, type RecordKind, type AccountRow, type RecordRows } from './tables.mts';

export type { Element } from './xml.mts';
export { elementsAt, textAt } from './xml.mts';
export { FAULTS, type Stray } from './faults/faults.mts';
export type { Certificate } from './faults/certificates.mts';
export type { Fault, FaultRule } from './faults/rules.mts';
export { QUIRKS, type Quirk } from './quirks.mts';
export type { StartStep } from './page/site.mts';
export type { ReceivedRequest } from './requestLog.mts';
export type { RecordKind, RecordRows } from './tables.mts';

/** How to start a sandbox. Everything has a default. */
export interface SandboxOptions {
	/** The port on the loopback address; 0 (the default) takes any free one. */
	port?: number;
	/** The file of the database, `:memory:` (the default), or the bytes of a serialized one to copy. An existing file is reused. */
	database?: string | Uint8Array;
	/** How much the records in lists show: everything (the default), a summary, or the identifier. */
	listRecords?: ListRecords;
	/** An order of lists that overrides the one in the request. */
	listOrder?: ListOrder;
	/** Whether a new database gets clients, invoices and the rest (the default). Without them it has accounts, taxes, late fees and payment methods. */
	seed?: boolean;
	/** The service's day as `YYYY-MM-DD`; by default that of the machine, in UTC. */
	today?: () => string;
	/** The delay of every answer in milliseconds; 0 by default. */
	latencyMs?: number;
	/** Sloppy ways of answering; none by default. */
	quirks?: readonly Quirk[];
	/** Serves https with a certificate of this kind; http without one. */
	certificate?: Certificate;
}

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts a sandbox on the loopback address. Throws when the port is taken or the database file is another version's. */
export async function startSandbox(options: SandboxOptions = {}) {
	const { certificate, quirks = [], latencyMs = 0 } = options;
	const clock = clockOf(options.today);
	const store = openDatabase(options.database ?? ':memory:', clock, options.seed ?? true);
	const log = new RequestLog();
	const { listRecords = 'full', listOrder = 'asSpecified' } = options;
	const service = new Service({ store, clock, listRecords, listOrder, quirks });
	const door = new Door(certificate && certificateOf(certificate));
	const other = new StrayServer();
	const faults = new FaultSwitch();
	const site = new Site({ store, log, service });
	door.server.on(
		'request',
		requestListener({ service, log, site, latencyMs, quirks, faults, door, strays: other }),
	);
	await door.open(options.port);
	const { host, port } = door;
	const url = `${certificate === undefined ? 'http' : 'https'}://${host}:${port}/api`;
	site.baseUrl = url;
	const accounts: readonly AccountRow[] = store.all<AccountRow>('SELECT * FROM account ORDER BY id');
	const closeAll = async () => {
		await Promise.all([door.close(), other.close()]);
		store.close();
	};
	const requests: readonly ReceivedRequest[] = log.entries;
	const strays: readonly Stray[] = other.requests;
	let closing: Promise<void> | undefined;
	return {
		/** The base URL for the credential, without `/xml/1.1/`. */
		url,
		port,
		accounts,
		/** The recent requests, oldest first. The array grows with every request. */
		requests,
		/** The emails that the service would have sent, oldest first. */
		get outbox(): readonly RecordRows['mail'][] {
			return store.all<RecordRows['mail']>('SELECT * FROM mail ORDER BY id');
		},
		/** The account for a purpose: main, second, empty, limited, inactive, noApi. Throws when there is none. */
		account(key: string): AccountRow {
			const found = accounts.find((account) => account.key === key);
			if (found === undefined) throw new RangeError(`No account ${key}`);
			return found;
		},
		/** All the rows of a kind, of all accounts, in order of their identifiers. */
		records: <Kind extends RecordKind>(kind: Kind): Array<RecordRows[Kind]> =>
			store.all(`SELECT * FROM ${tableOf(kind)} ORDER BY id`),
		/** Changes columns of one row directly, without recalculating anything. */
		change: (kind: RecordKind, id: number, values: Values): void => store.update(tableOf(kind), id, values),
		/** The database itself, for everything else that a benchmark or a test needs. */
		store,
		/** Says which n8n is beside it, for the links on its pages. */
		showN8n: (shown: LinkedN8n): void => void (site.n8n = shown),
		/** Says what else happens, on the first page. */
		showSteps: (shown: () => readonly StartStep[]): void => void (site.steps = shown),
		/** Forgets the requests so far. */
		clearRequests: (): void => void log.entries.splice(0),
		/** Replaces the fault rules and restarts the call counts. Without rules there are no faults. */
		async setFaults(rules: readonly FaultRule[]): Promise<void> {
			if (rules.length > 0) await other.open();
			if (!door.isOpen) await door.open();
			faults.set(rules);
			if (faults.refusesAtOnce) door.shut();
		},
		/** The requests to the other server, where redirects and external entities lead, oldest first. */
		strays,
		/** The certificate of the authority that signs the sandbox's certificates, as PEM. */
		get authority(): string {
			return authorityCertificate();
		},
		/** Stops answering, ends open connections, and closes the database. Closing again is harmless. */
		close: (): Promise<void> => (closing ??= closeAll()),
	};
}
