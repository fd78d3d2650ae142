import { clockOf, type ListOrder, type ListRecords } from './call.mts';
import { Door } from './door.mts';
import { authorityCertificate, certificateOf } from './faults/certificates.mts';
import { type Certificate, type FaultRule, FaultSwitch } from './faults/rules.mts';
import { StrayServer, type Stray } from './faults/effects.mts';
import type { Quirk } from './quirks.mts';
import { Site, type StartStep, type LinkedN8n } from './page/site.mts';
import { RequestLog, type ReceivedRequest, requestListener } from './server.mts';
import { openDatabase } from './seed/index.mts';
import { Service } from './service.mts';
import { type AccountRow, type MailRow, tableOf, type RecordKind, type RecordRows } from './tables.mts';
import type { Store, Values } from './store.mts';

export type { Element } from './xml.mts';
export { elementAt, elementsAt, isSent, textAt, textsAt } from './xml.mts';
export { CERTIFICATES, FAULTS, type Certificate, type Fault, type FaultRule } from './faults/rules.mts';
export type { Stray } from './faults/effects.mts';
export { QUIRKS, type Quirk } from './quirks.mts';
export type { ListOrder, ListRecords } from './call.mts';
export type { StartStep } from './page/site.mts';
export type { LinkedN8n } from './page/site.mts';
export type { ReceivedRequest } from './server.mts';
export type { AccountRow, MailRow } from './tables.mts';
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
export interface Sandbox {
	/** The base URL for the credential, without `/xml/1.1/`. */
	url: string;
	port: number;
	/** The accounts with their tokens. */
	accounts: readonly AccountRow[];
	/** The recent requests, oldest first. The array grows with every request. */
	requests: readonly ReceivedRequest[];
	/** The emails that the service would have sent, oldest first. */
	readonly outbox: readonly MailRow[];
	/** The account for a purpose: main, second, empty, limited, inactive, noApi. Throws when there is none. */
	account(key: string): AccountRow;
	/** All the rows of a kind, of all accounts, in order of their identifiers. */
	records<Kind extends RecordKind>(kind: Kind): Array<RecordRows[Kind]>;
	/** Changes columns of one row directly, without recalculating anything. */
	change(kind: RecordKind, id: number, values: Values): void;
	/** The database itself, for everything else that a benchmark or a test needs. */
	store: Store;
	/** Says which n8n is beside it, for the links on its pages. */
	showN8n(n8n: LinkedN8n): void;
	/** Says what else happens, on the first page. */
	showSteps(steps: () => readonly StartStep[]): void;
	/** Forgets the requests so far. */
	clearRequests(): void;
	/** Replaces the fault rules and restarts the call counts. Without rules there are no faults. */
	setFaults(rules: readonly FaultRule[]): Promise<void>;
	/** The requests to the other server, where redirects and external entities lead, oldest first. */
	strays: readonly Stray[];
	/** The certificate of the authority that signs the sandbox's certificates, as PEM. */
	readonly authority: string;
	/** Stops answering, ends open connections, and closes the database. Closing again is harmless. */
	close(): Promise<void>;
}

/** Starts a sandbox on the loopback address. Throws when the port is taken or the database file is another version's. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const clock = clockOf(options.today);
	const store = openDatabase(options.database ?? ':memory:', clock, options.seed ?? true);
	const log = new RequestLog();
	const quirks = options.quirks ?? [];
	const service = new Service({
		store,
		clock,
		listRecords: options.listRecords ?? 'full',
		listOrder: options.listOrder ?? 'asSpecified',
		quirks,
	});
	const { certificate } = options;
	const door = new Door(certificate && certificateOf(certificate));
	const strays = new StrayServer();
	const faults = new FaultSwitch();
	let n8n: LinkedN8n | undefined;
	let steps: () => readonly StartStep[] = () => [];
	const listener = requestListener({
		service,
		log,
		site: new Site({
			...{ store, log, service },
			n8n: () => n8n,
			steps: () => steps(),
			baseUrl: () => url,
		}),
		latencyMs: options.latencyMs ?? 0,
		quirks,
		faults,
		door,
		strays,
	});
	door.server.on('request', listener);
	await door.open(options.port);
	const { host, port } = door;
	const url = `${certificate === undefined ? 'http' : 'https'}://${host}:${port}/api`;
	const accounts = store.all<AccountRow>('SELECT * FROM account ORDER BY id');
	const closeAll = async () => {
		await Promise.all([door.close(), strays.close()]);
		store.close();
	};
	let closing: Promise<void> | undefined;
	return {
		url,
		port,
		accounts,
		requests: log.entries,
		get outbox() {
			return store.all<MailRow>('SELECT * FROM mail ORDER BY id');
		},
		account: (key) => {
			const found = accounts.find((account) => account.key === key);
			if (found === undefined) throw new RangeError(`No account ${key}`);
			return found;
		},
		records: (kind) => store.all(`SELECT * FROM ${tableOf(kind)} ORDER BY id`),
		change: (kind, id, values) => store.update(tableOf(kind), id, values),
		store,
		showN8n: (shown) => void (n8n = shown),
		showSteps: (shown) => void (steps = shown),
		clearRequests: () => void log.entries.splice(0),
		setFaults: async (rules) => {
			if (rules.length > 0) await strays.open();
			if (!door.isOpen) await door.open();
			faults.set(rules);
			if (faults.refusesAtOnce) door.shut();
		},
		strays: strays.requests,
		get authority() {
			return authorityCertificate();
		},
		close: () => (closing ??= closeAll()),
	};
}
