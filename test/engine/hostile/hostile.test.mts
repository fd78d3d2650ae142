import type { Sandbox } from '../../../sandbox/index.mts';
import type { FormField } from '../../../tools/forms.mts';
import { copiesOf } from '../billing.mts';
import { createMissing } from '../distinctValues.mts';
import type { Way } from '../fill.mts';
import { distinctForm, OPERATIONS, type FormOnlyValues, type WalkedOperation } from '../operations.mts';
import { isTried, seedOf, SHARE } from '../../share.mts';
import { attacksOn, BODY_ATTACK, type Attack } from './attacks.mts';
import { makeEndless } from './endless.mts';
import { judge, judgeBatch, PROPER_NAME, type Ending, type Verdict } from './judge.mts';
import { takesText, TIME_ZONE } from './meaning.mts';
import { HOSTILE, randomTexts, type Hostile } from './values.mts';

/** Values for the form-only fields: nothing that stops a proper item from being sent. */
const FORM_ONLY: FormOnlyValues = {
	groupBy: '={{ "document " + $itemIndex }}',
	limit: 1,
	requestBody: '{ "invoice_id": 4 }',
	requestMethod: 'sendInvoiceMail',
	'filters/organization': 'Harbour',
	'options/allowOverpayment': true,
	'options/fullRecords': false,
	'options/ifExists': 'create', // the same things are created again and again here
	'options/keepUnchanged': false,
	'options/return': 'id',
	'options/sendPaid': true,
};

/** The values that the service accepts in fields that do not take just any text, by name. */
const ACCEPTED: Readonly<Record<string, string>> = {
	additionalContactEmail: 'other@example.com',
	billingMethod: 'flat',
	country: 'GBR',
	currency: 'GBP',
	email: 'office@example.com',
	language: 'en',
	username: 'someone',
};

// Omitted values are those of the record, or of what it is made from.
const KEEPS = /^$|^update|^createInvoiceFrom|^invoiceOfflinePayment$/;

const startComplete = copiesOf(createMissing);
const WALKED = OPERATIONS.filter(({ fields }) => fields.length > 0);

/** Each run tests one in this many fields; of creates fewer, because they run once for each value. */
const ONE_IN = 72;
const ONE_IN_OF_CREATES = 216;
const figures = { fields: 0, inputs: 0, refused: 0, passed: 0 };
afterAll(() => {
	const { fields, inputs, refused, passed } = figures;
	process.stdout.write(
		`Hostile input (${SHARE}): ${WALKED.length} operations, ${fields} fields and modes, ${HOSTILE.length} values and random texts: ${inputs} inputs tried, ${refused} refused by the name of the field, ${passed} passed on as they are or left out as blank\n`,
	);
});

it.each(WALKED)(
	'$key refuses hostile values by field name, or sends them unchanged',
	async (operation) => {
		const { key, fields, method = '' } = operation;
		const sandbox = await startComplete();
		const wrong: string[] = [];
		try {
			makeEndless(sandbox, method);
			const attacks = attacksOn(fields, waysTo(sandbox, fields));
			for (const attack of key === 'settings/customRequest' ? [...attacks, BODY_ATTACK] : attacks) {
				const name = nameOf(attack);
				if (!isTried(isCreate(operation) ? ONE_IN_OF_CREATES : ONE_IN, key, name)) continue;
				const texts = takesText(attack) ? randomTexts(seedOf(key, name)) : [];
				const chosen = HOSTILE.filter((value) =>
					isTried(value.isLong === true ? 40 : 3, key, name, value.name),
				);
				const values = [...properOf(attack), ...chosen, ...texts];
				const verdict = await carryOut(sandbox, operation, attack, values);
				figures.fields += 1;
				figures.inputs += values.length;
				figures.refused += verdict.refused;
				figures.passed += verdict.passed;
				wrong.push(...verdict.wrong.map((what) => `${name} | ${what}`));
			}
		} finally {
			await sandbox.close();
		}
		expect({ share: SHARE, wrong }).toEqual({ share: SHARE, wrong: [] });
	},
	600_000,
);

const nameOf = ({ labels, mode }: Attack): string =>
	[labels.join(' › '), ...(mode === undefined ? [] : [mode])].join(', ');

/** Proper values for fields. */
function waysTo(sandbox: Sandbox, fields: readonly FormField[]) {
	const others = distinctForm(sandbox, fields, FORM_ONLY);
	return (field: FormField): readonly Way[] => {
		const { name, modes, options = [] } = field.field;
		if (name === 'ifExists' && !options.some((option) => 'value' in option && option.value === 'create'))
			return [];
		const accepted = ACCEPTED[name];
		if (accepted === undefined) return others(field);
		const give = () => ({ raw: accepted, texts: [[accepted]] });
		return modes?.map((mode) => ({ mode: mode.name, give })) ?? [{ give }];
	};
}

/** The value that the field accepts, which proves that nothing else stops the item. */
function properOf({ proper: { value, texts } }: Attack): Hostile[] {
	if (value === undefined) return [];
	const isKnown = texts.length > 0 && texts.every((text) => text !== '');
	// Some operations differ the second time: a record that was created is updated.
	return [1, 2].map(() => ({ name: PROPER_NAME, value, meaning: isKnown ? texts : 'free' }));
}

const isCreate = ({ key, method = '' }: WalkedOperation): boolean =>
	/^create/.test(method) || key === 'client/upsert';

async function carryOut(
	sandbox: Sandbox,
	operation: WalkedOperation,
	attack: Attack,
	values: readonly Hostile[],
): Promise<Verdict> {
	const { parameters, method = '', isBatch, isReport } = operation;
	sandbox.clearRequests();
	// A report has no request that shows what became of a value.
	const endings: Ending[] = values.map(() => ({ isPreview: isReport }));
	// One run bills an entry only once, and identical refusals end a run of creates.
	const runs = isCreate(operation) ? values.map((one) => [one]) : [values];
	for (const [first, ofRun] of runs.entries()) {
		const { outputs, error } = await engine.run({
			credential: {
				baseUrl: sandbox.url,
				token: sandbox.account('main').token,
				// Makes reads arrive in the order of their items as well, however long their values are.
				maxConcurrentRequests: 1,
			},
			parameters: { ...parameters, ...attack.parameters },
			items: ofRun.map(({ value, made }) => attack.itemOf(value, made)),
			settings: { onError: 'continueRegularOutput' },
			timezone: TIME_ZONE,
		});
		if (error) return { wrong: [`the run ends: ${error.message}`], refused: 0, passed: 0 };
		for (const { json, pairedItem } of outputs.flat()) {
			const index = first + (typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : 0);
			const { error: message, message: advice, ...rest } = json;
			if (typeof message === 'string' && Object.keys(rest).length === 0)
				endings[index] = { error: message, advice: typeof advice === 'string' ? advice : '' };
			else if (json['preview'] === true) endings[index] = { isPreview: true };
		}
	}
	const tried = { attack, method, keeps: KEEPS.test(method), values, endings, requests: sandbox.requests };
	return isBatch ? judgeBatch(tried) : judge(tried);
}
