import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule, Sandbox } from '../../../sandbox/index.mts';
import { byId } from '../billing.mts';
import { filledOperations } from './forms.mts';
import { TOKEN } from './marks.mts';

/** The result of an attempt. */
export interface Outcome {
	/** Its description, for a message. */
	what: string;
	/** The requested data: items, or the entries of a list. */
	data?: unknown;
	/** Everything else that n8n stores or shows: the whole execution, a poll's state, the result of a test. */
	kept?: unknown;
	/** The thrown error. */
	error?: unknown;
}

/** Something to try with the package. The turn decides how the form is filled in, and what happens on an error. */
export interface Attempt {
	name: string;
	kind: 'read' | 'write' | 'editor';
	/** The method of the interface, where it is the one for it. */
	method?: string;
	make: (sandbox: Sandbox, turn: number) => Promise<Outcome>;
}

const ON_ERROR = ['continueErrorOutput', 'continueRegularOutput', undefined] as const;
const EVENTS = [
	...['clientCreated', 'invoiceCreated', 'invoiceStatusChanged', 'invoiceDueSoon', 'invoiceOverdue'],
	'paymentRecorded',
];

const isReading = (method: string): boolean => /^(get|list)/.test(method);
const credentialOf = ({ url }: Sandbox) => ({ baseUrl: url, token: TOKEN });

/** Rules that make a fault hit every read, or every write. */
export const rulesFor = (
	fault: FaultRule['fault'],
	attempts: readonly Attempt[],
	kind: Attempt['kind'],
): FaultRule[] =>
	attempts.flatMap(({ method = '' }) =>
		method !== '' && isReading(method) === (kind === 'read') ? { fault, method } : [],
	);

/**
 * Everything that can be run in the package: each operation, the searches and dropdowns, the trigger, the credential
 * test.
 */
export function allAttempts(sandbox: Sandbox): Attempt[] {
	const { loadOptions = {}, listSearch = {} } = engine.nodeType('xmlBilling').methods ?? {};
	return [
		...filledOperations(sandbox).map(({ name, method, forms }): Attempt => ({
			name,
			kind: isReading(method) ? 'read' : 'write',
			method,
			make: (at, turn) => run(at, name, cycled(forms, turn), cycled(ON_ERROR, turn)),
		})),
		...Object.keys(loadOptions).map((method) => inEditor(method, 'loadOptions')),
		...Object.keys(listSearch).map((method) => inEditor(method, 'searchList')),
		{ name: 'poll', kind: 'read', make: poll },
		{ name: 'credential test', kind: 'read', make: testCredential },
	];
}

async function run(
	sandbox: Sandbox,
	name: string,
	form: INodeParameters,
	onError: (typeof ON_ERROR)[number],
): Promise<Outcome> {
	const { run: kept, error } = await engine.run({
		credential: { ...credentialOf(sandbox), timeout: 1 },
		parameters: form,
		settings: onError === undefined ? {} : { onError },
	});
	return { what: `${name} (${onError})`, kept, error };
}

const inEditor = (method: string, way: 'loadOptions' | 'searchList'): Attempt => ({
	name: method,
	kind: 'editor',
	make: (sandbox) =>
		settled(method, () =>
			engine[way]({
				method,
				credential: credentialOf(sandbox),
				parameters: { projectId: byId(1), invoiceId: byId(4) },
			}),
		),
});

async function poll(sandbox: Sandbox): Promise<Outcome> {
	const trigger = engine.trigger({
		credential: credentialOf(sandbox),
		parameters: { events: EVENTS, startFrom: '2020-01-01' },
	});
	const outcome = await settled('poll', () => trigger.poll({ budgetMs: 4_000 }));
	return { ...outcome, kept: { ...trigger.staticData } };
}

async function testCredential(sandbox: Sandbox): Promise<Outcome> {
	const test = () => engine.testCredential(credentialOf(sandbox));
	const { data, ...outcome } = await settled('credential test', test);
	return { ...outcome, kept: data };
}

async function settled(what: string, work: () => Promise<unknown>): Promise<Outcome> {
	try {
		return { what, data: await work() };
	} catch (error) {
		return { what, error };
	}
}

function cycled<Item>(list: readonly Item[], turn: number): Item {
	if (list.length === 0) throw new RangeError('There is nothing to choose from');
	return list[turn % list.length] as Item; // an index below its length
}
