import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import type { Element, ReceivedRequest, Sandbox } from '../../sandbox/index.mts';
import { ENTRY, fieldsOf, type FormField } from '../../tools/forms.mts';
import { carriable } from '../anyText.mts';
import { IS_ALL, seedOf, SHARE } from '../share.mts';
import { copiesOf } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants, type Filled, type Way } from './fill.mts';
import { HOSTILE, LONG, randomTexts } from './hostileValues.mts';
import { distinctForm, OPERATIONS, type FormOnlyValues, type WalkedOperation } from './operations.mts';

// Whatever an expression gives a field: it is sent as it is, or refused by the name of the field, and nothing else happens.

/** Values for form-only fields: nothing that stops a proper item from being sent. */
const FORM_ONLY: FormOnlyValues = {
	...{ groupBy: '={{ "document " + $itemIndex }}', limit: 1, requestBody: '{ "invoice_id": 4 }' },
	...{ requestMethod: 'sendInvoiceMail', 'filters/organization': 'Harbour' },
	...{ 'options/allowOverpayment': true, 'options/fullRecords': false, 'options/ifExists': 'create' },
	...{ 'options/keepUnchanged': false, 'options/return': 'id', 'options/sendPaid': true },
};
/** What the service accepts in fields that do not take just any text. */
const ACCEPTED: Readonly<Record<string, string>> = { billingMethod: 'flat', language: 'en' };
/** The days here differ from those of UTC. */
const TIME_ZONE = 'America/New_York';
/** How many values of fields are tried by day, of an operation that reads and of one that writes. */
const READS = 8;
const WRITES = 2;

jest.setTimeout(IS_ALL ? 3_600_000 : 60_000);
const startComplete = copiesOf(createMissing);
const isRead = (method: string): boolean => /^(get|list)/.test(method);
const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && plainly(value) === '');

/** A field of a form that takes its value from the input item, with the value. */
interface Attack {
	readonly field: FormField;
	readonly filled: Filled;
	readonly value: unknown;
}

/** All values of all fields, by day some that the seed chooses. */
function attacksOn({ key, fields }: WalkedOperation, sandbox: Sandbox, count: number): Attack[] {
	const others = distinctForm(sandbox, fields, FORM_ONLY);
	const waysOf = (field: FormField): readonly Way[] => {
		const { name, modes, options = [] } = field.field;
		const mayCreate = options.some((option) => 'value' in option && option.value === 'create');
		if (name === 'ifExists' && !mayCreate) return [];
		const accepted = ACCEPTED[name];
		if (accepted === undefined) return others(field);
		const give = () => ({ raw: accepted, texts: [[accepted]] });
		return modes?.map((mode) => ({ mode: mode.name, give })) ?? [{ give }];
	};
	// Each field once in each mode of a locator, which stands before its expression.
	const places = new Map<string, { field: FormField; filled: Filled }>();
	for (const filled of fillVariants(fields, { items: 1, entries: 1, waysOf })) {
		const form = JSON.stringify(filled.parameters);
		for (const field of fields) {
			const at = form.indexOf(JSON.stringify(expressionOf(field)));
			const key = `${field.label} ${form.slice(at - 20, at)}`;
			if (at >= 0 && !places.has(key)) places.set(key, { field, filled });
		}
	}
	const all = [...places.values()];
	const valuesOf = ({ field }: (typeof all)[number]): readonly unknown[] =>
		field.field.type === 'string' ? [...HOSTILE, ...randomTexts(seedOf(key, field.label))] : HOSTILE;
	if (IS_ALL)
		return all.flatMap((place) => [
			...valuesOf(place).map((value) => ({ ...place, value })),
			// A form of its own, which runs alone: a long text takes long to compare with what other items sent.
			...LONG.map((value) => ({ ...place, filled: { ...place.filled }, value })),
		]);
	return Array.from({ length: all.length === 0 ? 0 : count }, (_, nth) => {
		const [place] = chosen(all, key, String(nth));
		return { ...place, value: chosen(valuesOf(place), key, place.field.label, String(nth))[0] };
	});
}

/** One of some, which the seed chooses. */
function chosen<One>(some: readonly One[], ...part: string[]): [One] {
	return [some[Math.abs(seedOf(...part)) % some.length] as One]; // an index below its length
}

const stepsOf = ({ names }: FormField): string[] => names.map((name) => (name === ENTRY ? '0' : name));
const expressionOf = (field: FormField): string =>
	`={{ $json${stepsOf(field)
		.map((step) => `[${JSON.stringify(step)}]`)
		.join('')} }}`;

/** The input item of a form with the value in its place. */
function itemOf({ field, filled, value }: Attack): IDataObject {
	const item: unknown = structuredClone(filled.items[0]);
	const steps = stepsOf(field);
	const last = steps.pop() ?? '';
	const parent = steps.reduce<unknown>((found, step) => Reflect.get(Object(found), step), item);
	Reflect.set(Object(parent), last, value);
	return { ...Object(item) } as IDataObject; // plain values, and hostile ones on purpose
}

const textsIn = ({ text, children }: Element): string[] => [text, ...children.flatMap(textsIn)];

/** Whether a text of a request is what a value means: the same text, number, day, or one of several. */
function isMeant(value: unknown, sent: string): boolean {
	if (Array.isArray(value)) return value.some((one) => isMeant(one, sent));
	if (typeof value === 'object' || isBlank(value)) return false;
	const given = carriable(typeof value === 'string' ? value : JSON.stringify(value));
	if (sent === given || plainly(sent) === plainly(given)) return true;
	const number = Number(given);
	if (/^-?\d+(\.\d+)?$/.test(sent) && given.trim() !== '' && Math.abs(Number(sent) - number) < 1e-9)
		return true;
	const moment = new Date(given);
	if (/^\d{4}-\d\d-\d\d$/.test(sent) && !Number.isNaN(moment.getTime()))
		return given.startsWith(sent) || moment.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE }) === sent;
	return given.split(/[\s,;]+/).includes(sent);
}
const plainly = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(/^\s*mailto:/i, '')
		.trim()
		.toLowerCase();

/** A label without the words that the editor's lint requires, and those that tell rows from further lines. */
const shortened = (label: string): RegExp =>
	new RegExp(
		label
			.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
			.replace(/ Names? or IDs?$/, '')
			.replace(/^Billed /, '')
			.replace(/^Discount .*/, 'Discount')
			.replace(/^(?:Custom )?((?:Second )?Tax)\b.*/, '$1')
			.replace(/^Date To$/, 'Date (From|To)')
			.replace(/^Expected Total$/, '[Ee]xpected [Tt]otal'),
	);
const SLIPS = /TypeError|RangeError|Cannot read|is not a function|is not iterable|\[object |undefined/;

/** What is wrong with an error that names neither the field nor a record that the value could mean. */
function problemsOfError(
	error: string,
	{ field, value }: Attack,
	requests: readonly ReceivedRequest[],
): string[] {
	const [label = ''] = field.label.split(' › ').slice(-1);
	// The service refuses what else is in the form. Only writes run alone.
	const isUnsent = isBlank(value) || field.elements.length === 0;
	const isTurnedAway = requests.some(
		({ status, request, method }) =>
			status !== 200 &&
			request !== undefined &&
			((isUnsent && !isRead(method)) || textsIn(request).some((text) => isMeant(value, text))),
	);
	const isNamed =
		shortened(label).test(error) ||
		[...error.matchAll(/\b(?:ID|profile) (\d+)/g)].some(([, named = '']) => isMeant(value, named)) ||
		(field.names.includes(ENTRY) && /(Lines?|Charges?|Entries|Time|Expenses?) ›/.test(error));
	return [
		...(error.length > 1_500 ? ['is long'] : []),
		...(/\p{Cc}/u.test(error) || !error.isWellFormed() ? ['has other characters'] : []),
		...(SLIPS.test(error) ? ['is a slip'] : []),
		...(isNamed || isTurnedAway ? [] : ['does not name the field']),
	].map((problem) => `the error ${problem}: ${error.slice(0, 200)}`);
}

const SLIP = /\[object |^(undefined|NaN|-?Infinity|null)$|^Invalid /;

/** What is wrong with what a run sent for items without an error. */
function problemsOfRequests(
	{ field, value }: Attack,
	group: readonly Attack[],
	requests: readonly ReceivedRequest[],
): string[] {
	const texts = requests.flatMap(({ request }) => (request === undefined ? [] : textsIn(request)));
	const slip = texts.find((text) => SLIP.test(text) && !group.some((other) => isMeant(other.value, text)));
	const [element] = field.elements;
	const isSwitch = field.field.type === 'boolean' || field.field.flag !== undefined;
	const isShown = element === undefined || isSwitch || isBlank(value) || typeof value === 'object';
	return [
		...(slip === undefined ? [] : [`sends '${slip.slice(0, 60)}'`]),
		...(isShown || texts.some((text) => isMeant(value, text)) ? [] : ['sends something else']),
		...requests.flatMap(({ unknownElements }) => unknownElements.map((name) => `sends the element ${name}`)),
	];
}

const WALKED = OPERATIONS.filter(({ fields }) => fields.length > 0);
const figures = { tried: 0, refused: 0 };
afterAll(() => {
	process.stdout.write(
		`Hostile input (${SHARE}): ${figures.tried} values tried, ${figures.refused} refused\n`,
	);
});

/** Runs items in one execution. @returns the errors by item, and the requests */
async function run({ parameters }: WalkedOperation, attacks: readonly Attack[]) {
	const sandbox = await startComplete();
	try {
		const { outputs, error } = await engine.run({
			// Reads arrive in the order of their items as well.
			credential: { baseUrl: sandbox.url, token: sandbox.account('main').token, maxConcurrentRequests: 1 },
			parameters: { ...parameters, ...attacks[0]?.filled.parameters },
			items: attacks.map(itemOf),
			settings: { onError: 'continueRegularOutput' },
			timezone: TIME_ZONE,
		});
		if (error) throw error;
		const errors = new Map<number, string>();
		for (const { json, pairedItem } of outputs.flat()) {
			const { error: message, message: advice, ...rest } = json;
			if (typeof message !== 'string' || Object.keys(rest).length > 0) continue;
			const items = [pairedItem].flat().map((paired) => (typeof paired === 'object' ? paired.item : 0));
			for (const item of items) errors.set(item, `${message} ${typeof advice === 'string' ? advice : ''}`);
		}
		return { errors, requests: [...sandbox.requests] };
	} finally {
		await sandbox.close();
	}
}

it.each(WALKED)('$key refuses hostile values by field name, or sends them unchanged', async (operation) => {
	const { method = '', isReport } = operation;
	const sandbox = await startComplete();
	const attacks = attacksOn(operation, sandbox, isRead(method) ? READS : WRITES);
	await sandbox.close();
	// Items of one form go together, but writes would be those of one record.
	const groups = isRead(method)
		? [...new Set(attacks.map(({ filled }) => filled))].map((form) =>
				attacks.filter(({ filled }) => filled === form),
			)
		: attacks.map((attack) => [attack]);
	const wrong: string[] = [];
	for (const group of groups) {
		const { errors, requests } = await run(operation, group);
		figures.tried += group.length;
		figures.refused += errors.size;
		for (const [item, attack] of group.entries()) {
			const error = errors.get(item);
			const problems =
				error === undefined
					? isReport
						? []
						: problemsOfRequests(attack, group, requests)
					: problemsOfError(error, attack, requests);
			const value = JSON.stringify(attack.value)?.slice(0, 60);
			wrong.push(...problems.map((problem) => `${attack.field.label}, ${value}: ${problem}`));
		}
		const done = requests.filter((request) => !isRead(request.method) && request.status === 200);
		const [{ field } = { field: undefined }] = group;
		// What the service says of a record is known only once it is asked.
		if (errors.size === group.length && done.length > 0 && field?.field.type !== 'resourceLocator')
			wrong.push(`${field?.label}: ${done[0]?.method} was sent for what is refused`);
	}
	expect({ share: SHARE, wrong }).toEqual({ share: SHARE, wrong: [] });
});

const TRIGGER = fieldsOf({ properties: triggerForm });

it.each(TRIGGER)('$label of the trigger is read, or refused by its name', async (field) => {
	const sandbox = await startComplete();
	const tried = IS_ALL ? HOSTILE : [1, 2, 3].flatMap((nth) => chosen(HOSTILE, field.label, String(nth)));
	const wrong: string[] = [];
	for (const value of tried) {
		// Triggers have no input item. The text in the expression has none of its characters.
		const json = JSON.stringify(JSON.stringify(value) ?? 'null').replace(
			/[{}\u2028\u2029]/g,
			(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
		);
		const expression = `={{ JSON.parse(${json}) }}`;
		const given =
			field.field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: expression } : expression;
		const [name = '', inner] = field.names;
		const ofInvoices = ['Created', 'DueSoon', 'Overdue', 'StatusChanged'].map((event) => `invoice${event}`);
		const parameters = {
			events: [...ofInvoices, 'estimateStatusChanged', 'paymentRecorded'],
			[name]: inner === undefined ? given : { [inner]: given },
		} as INodeParameters;
		const credential = { baseUrl: sandbox.url, token: sandbox.account('second').token };
		const error = await engine
			.trigger({ credential, parameters, timezone: TIME_ZONE })
			.poll()
			.then(
				() => undefined,
				({ message }: Error) => message,
			);
		if (error !== undefined && (SLIPS.test(error) || !error.includes(field.field.displayName)))
			wrong.push(`${json.slice(0, 60)}: ${error}`);
	}
	await sandbox.close();
	expect({ share: SHARE, wrong }).toEqual({ share: SHARE, wrong: [] });
});
