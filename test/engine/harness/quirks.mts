// Not from the sandbox's index: Node 20, which the environment also runs on, has no SQLite.
import { QUIRKS, type Quirk } from '../../../sandbox/quirks.mts';

/** The tests expected to fail with a quirk, by the end of their file name and words of their title. */
type Differences = Readonly<Partial<Record<Quirk, Readonly<Record<string, readonly string[]>>>>>;

/** In each of these runs, all other tests pass. Tests of quirks choose their own and are not affected. */
const DIFFERENCES: Differences = {
	// They expect the service's reason for a refusal, and it gives none.
	bareRefusals: {
		'actions/allocation.test.mts': ['Propose Allocation refuses by its name what says too little'],
		'actions/fields.test.mts': ['An expense may have any tax', 'A new project asks for the budget'],
		'actions/lines.test.mts': ['New lines are refused by the name of what is wrong'],
		'actions/mail.test.mts': [
			...['creates nothing for a client without an email', 'names the client without an email'],
			'Invoice > Send sends each of the others once',
		],
		'actions/settings.test.mts': [
			'Settings of an account without any',
			'A custom request returns records and lists in their own shape',
			'A custom request that is done in part',
		],
		'execution/items.test.mts': ['items that succeed and items that fail all come out of the one output'],
		'execution/retry.test.mts': ["n8n's Retry On Fail, with no guard on mails nobody twice, when another"],
		'limits/credentialLimits.test.mts': ['Deleting of drafts refuses other documents and records'],
		'methods/credential.test.mts': ['the test of a credential shows that the service rejects the token'],
		'methods/lists.test.mts': ['dropdowns show why they are empty when the token is wrong'],
		'trigger/edge.test.mts': ['a poll stays alive', 'a poll that fails changes no state'],
	},
	// They expect a status in capitals as the sandbox has it, where records show it as the service writes it.
	lowerCaseStatuses: {
		'actions/lists.test.mts': ['Expense categories are listed'],
		'actions/deletes.test.mts': ['What is gone is named in the output'],
		'actions/mail.test.mts': [
			...['emails it once', 'Invoice > Send refuses one that is paid', 'Invoice > Send warns of an estimate'],
		],
		'actions/updates.test.mts': ['estimate/update loses nothing'],
		'engine/counts.test.mts': ['Many mails take lists before and after'],
		'engine/samples.test.mts': ['the reference shows what operations return'],
		'methods/lists.test.mts': ['searches show invoices by number', 'searches show estimates by number'],
		'trigger/edge.test.mts': ['the form of the trigger narrows what is reported'],
		'trigger/events.test.mts': ['StatusChanged is reported once'],
	},
};

// The keys of a literal record are its type's keys.
const NAMES = Object.keys(QUIRKS) as readonly Quirk[];

/** The quirk that every sandbox of a run has in addition to its own, if the variable QUIRK names one. */
export const QUIRK: Quirk | undefined = read(process.env['QUIRK']);

function read(name: string | undefined): Quirk | undefined {
	if (name === undefined || name === '') return undefined;
	const found = NAMES.find((known) => known === name);
	if (found === undefined) throw new TypeError(`QUIRK must be one of ${NAMES.join(', ')}: ${name}`);
	return found;
}

/** Whether a test is expected to fail with the quirk of this run. */
export const isToFail = (path: string, test: string): boolean =>
	Object.entries((QUIRK && DIFFERENCES[QUIRK]) ?? {}).some(
		([file, tests]) => path.endsWith(`/${file}`) && tests.some((name) => test.includes(name)),
	);

/** A status as records show it in this run. */
export const shownStatus = (status: string): string =>
	QUIRK === 'lowerCaseStatuses' ? status.toLowerCase() : status;
