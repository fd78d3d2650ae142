import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

/**
 * n8n writes the message of an error that ends an execution into its event log. A guard's message therefore names records by
 * their identifiers alone; numbers, emails, names and amounts are in its description.
 */
const billing = useBilling();

interface Provoked {
	readonly operation: readonly [resource: string, operation: string];
	readonly parameters: INodeParameters;
	readonly says: RegExp;
	/** Parts of the description only, or of neither. */
	readonly values: readonly string[];
	readonly credential?: IDataObject;
	/** Runs it twice: the first one succeeds. */
	readonly isSecond?: boolean;
}

const line = { lineItems: { line: [{ name: 'Work', unitCost: '8123.45' }] } };
const invoice = { clientId: byId(1), ...line };
const payment = { invoiceId: byId(4), paymentMethod: 'Cash', additionalFields: { date: '2026-03-09' } };
const fail = { options: { ifExists: 'fail' } };
const named = (resource: string, more: INodeParameters = {}): Omit<Provoked, 'says'> => ({
	operation: [resource, 'create'],
	parameters: { name: 'Kupferdraht', ...more, ...fail },
	values: ['Kupferdraht'],
	isSecond: true,
});
const lookup = (resource: string, field: string, mode: string, value: string): Provoked => ({
	operation: [resource, 'get'],
	parameters: { [field]: locator(mode, value) },
	says: /^[A-Z][\w ]+: there is no active [a-z ]+ with this (email|name|number|organization)$/,
	values: [value],
});

const GUARDS: Readonly<Record<string, Provoked>> = {
	'expected total': {
		operation: ['invoice', 'create'],
		parameters: { ...invoice, options: { expectedTotal: '8123.46' } },
		says: /^The total of the document differs from the expected total$/,
		values: ['8123.45', '8123.46'],
	},
	'maximum amount': {
		operation: ['invoice', 'create'],
		parameters: invoice,
		credential: { maximumAmount: '77.5' },
		says: /^The amount is more than the credential allows\.$/,
		values: ['8123.45', '77.50'],
	},
	overpayment: {
		operation: ['invoice', 'recordPayment'],
		parameters: { ...payment, amount: '812345.67' },
		says: /^Invoice 00004 would be overpaid$/,
		values: ['812345.67'],
	},
	'payment exists': {
		operation: ['invoice', 'recordPayment'],
		parameters: { ...payment, amount: '8.12' },
		says: /^Invoice 00004 already has a matching payment$/,
		values: ['8.12', 'Cash', '2026-03-09'],
		isSecond: true,
	},
	'number of an invoice': {
		operation: ['invoice', 'create'],
		parameters: { ...invoice, number: 'R-815' },
		says: /^Invoice R-815 already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: [],
		isSecond: true,
	},
	'number of an estimate': {
		operation: ['estimate', 'create'],
		parameters: { ...invoice, number: 'R-815' },
		says: /^Estimate R-815 already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: [],
		isSecond: true,
	},
	'number of another invoice': {
		operation: ['invoice', 'update'],
		parameters: { invoiceId: byId(4), updateFields: { number: '00005' } },
		says: /^Another invoice already has the number 00005: ID 5$/,
		values: [],
	},
	'email of a client': {
		operation: ['client', 'create'],
		parameters: { name: 'A', organization: 'B', email: 'ada@guard.example' },
		says: /^A client with this email already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: ['ada@guard.example'],
		isSecond: true,
	},
	'names of a client': {
		operation: ['client', 'create'],
		parameters: { name: 'Kupfer', organization: 'Draht' },
		says: /^A client with this organization and contact name already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: ['Kupfer', 'Draht'],
		isSecond: true,
	},
	'email of a staff member': {
		...named('staff', { username: 'kupfer', email: 'ada@guard.example' }),
		says: /^A staff member with this email already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: ['ada@guard.example'],
	},
	'name of a project': {
		...named('project', { billingMethod: 'flat', budget: '812.34' }),
		says: /^A project with this name already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
	},
	'name of a task': {
		...named('task'),
		says: /^A task with this name already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
	},
	'name of a product': {
		...named('productOrService'),
		operation: ['productOrService', 'createProduct'],
		says: /^A product with this name already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
	},
	'expense exists': {
		operation: ['expense', 'create'],
		parameters: { categoryId: byId(2), amount: '8123.45', date: '2026-03-02', ...fail },
		says: /^A matching expense already exists: ID \d+; to go on with it, set Options › If \w+ Exists to return it$/,
		values: [],
		isSecond: true,
	},
	'taxes of an estimate': {
		operation: ['invoice', 'createFromEstimate'],
		parameters: { estimateId: byId(5) },
		says: /^The service does not show the taxes of the estimate per line: choose the Tax$/,
		values: [],
	},
	'email of no client': lookup('client', 'clientId', 'email', 'no@guard.example'),
	'organization of no client': lookup('client', 'clientId', 'organization', 'Kupferdraht'),
	'number of no invoice': lookup('invoice', 'invoiceId', 'number', 'R-0'),
	'name of no project': lookup('project', 'projectId', 'projectName', 'Kupferdraht'),
};

it.each(Object.entries(GUARDS))(
	'The guard "%s" names no value but a number in its message and in n8n\'s log',
	async (_, guard) => {
		const { operation, parameters, says, values, credential = {}, isSecond = false } = guard;
		const more = { credential: { ...billing.credential(), ...credential } };
		if (isSecond) await billing.outputOf(...operation, parameters, more);
		const logged: string[] = [];
		const stopListening = engine.listenToLogs((line) => logged.push(line));
		const { error } = await billing.run(...operation, parameters, more);
		stopListening();
		expect(error?.message).toMatch(says);
		const lines = logged.filter((line) => !line.includes('"level":"debug"')).join('\n');
		expect(lines).toContain(error?.message);
		for (const value of values) {
			expect(error?.message).not.toContain(value);
			expect(lines).not.toContain(value);
			if (!says.source.includes('already exists')) expect(error?.description).toContain(value);
		}
		expect(error?.message).not.toMatch(/\d\.\d\d|@|'/);
	},
);

it('The guard of a record without a key says only what to do', async () => {
	const { operation, parameters } = GUARDS['expense exists'] as Provoked; // it is there
	await billing.outputOf(...operation, parameters);
	const { error } = await billing.run(...operation, parameters);
	expect(error?.description).toBe(
		'Nothing was created. To create another one, change Options › If Duplicate Exists.',
	);
});

it('The guard of a number names the choice that gives the document another number', async () => {
	const parameters = { clientId: byId(1), number: '00002', linesFrom: 'none' };
	const { error } = await billing.run('invoice', 'create', parameters);
	expect(error?.description).toContain('change Options › If Number Exists.');
});
