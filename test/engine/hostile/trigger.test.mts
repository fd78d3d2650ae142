import type { INodeParameters } from 'n8n-workflow';
import { triggerForm } from '../../../nodes/XmlBilling/trigger/form';
import { startSandbox } from '../harness/service.mts';
import { fieldsOf } from '../../../tools/forms.mts';
import { TODAY } from '../billing.mts';
import { isTried, SHARE } from '../../share.mts';
import { slipsIn } from './errors.mts';
import { readingOf, TIME_ZONE } from './meaning.mts';
import { HOSTILE, type Hostile } from './values.mts';

const FIELDS = fieldsOf({ properties: triggerForm });
const tried = { inputs: 0, refused: 0 };

afterAll(() => {
	process.stdout.write(
		`Hostile input of the trigger (${SHARE}): ${FIELDS.length} fields x ${HOSTILE.length} values: ${tried.inputs} inputs tried, ${tried.refused} refused by the name of the field\n`,
	);
});

it.each(FIELDS)(
	'$label of the trigger is read, or refused by its name',
	async (field) => {
		const sandbox = await startSandbox({ today: () => TODAY });
		const wrong: string[] = [];
		try {
			for (const hostile of HOSTILE.filter(({ name }) => isTried(30, field.label, name))) {
				const attack = {
					field,
					labels: field.label.split(' › '),
					...(field.field.type === 'resourceLocator' ? { mode: 'id' } : {}),
				};
				const meaning = readingOf(attack)(hostile.value, hostile);
				const { poll } = engine.trigger({
					credential: { baseUrl: sandbox.url, token: sandbox.account('second').token },
					parameters: formWith(field.names, attack.mode, expressionOf(hostile)),
					timezone: TIME_ZONE,
				});
				const error = await poll().then(
					() => undefined,
					(thrown: Error) => thrown.message,
				);
				const complain = (what: string) => wrong.push(`${hostile.name}: ${what}`);
				tried.inputs += 1;
				if (error !== undefined) {
					for (const slip of slipsIn(error)) complain(slip);
					if (error.includes(field.field.displayName)) tried.refused += 1;
					else complain(`'${error}' does not name the field`);
				}
				if (meaning === 'refused' && error === undefined) complain('is not refused');
				if (typeof meaning !== 'string' && error !== undefined) complain(`is refused: ${error}`);
			}
		} finally {
			await sandbox.close();
		}
		expect({ share: SHARE, wrong }).toEqual({ share: SHARE, wrong: [] });
	},
	600_000,
);

/** A form that shows every field, one of which takes its value from an expression. */
function formWith(names: readonly string[], mode: string | undefined, expression: string): INodeParameters {
	const value = mode === undefined ? expression : { __rl: true, mode, value: expression };
	const events = [
		'invoiceCreated',
		'invoiceDueSoon',
		'invoiceOverdue',
		'invoiceStatusChanged',
		'estimateStatusChanged',
		'paymentRecorded',
	];
	const [name = '', inner] = names;
	return { events, [name]: inner === undefined ? value : { [inner]: value } };
}

/** An expression that returns a value, because triggers have no input item. */
function expressionOf({ value, made }: Hostile): string {
	const isNumber = typeof value === 'number';
	const text = isNumber
		? Object.is(value, -0)
			? '-0'
			: String(value)
		: (JSON.stringify(value) ?? 'undefined');
	const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const safe =
		typeof value === 'string' ? text.replace(/[{}\u2028\u2029]/g, escape) : text.replace(/[{}]/g, '$& ');
	if (made === 'date') return `={{ new Date(${safe}) }}`;
	return made === 'moment' ? `={{ DateTime.fromISO(${safe}) }}` : `={{ ${safe} }}`;
}
