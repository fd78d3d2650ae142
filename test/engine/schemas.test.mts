import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { findOperation } from '../../nodes/XmlBilling/actions';
import { fieldsOf } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import type { FormField } from '../../tools/forms.mts';
import { schemaOf, type Schema } from '../../tools/schemas.mts';
import { copiesOf } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants, type Way } from './fill.mts';
import { distinctForm, OPERATIONS } from './operations.mts';

/** The ways of showing a record: the third is an agent's. */
const SHAPES = ['simplified', 'raw', 'selected'] as const;
type Shape = (typeof SHAPES)[number];

const SCHEMAS = join(import.meta.dirname, '../../dist/nodes/XmlBilling/__schema__/v1.0.0');
const APART = 'settings/customRequest';
const DESCRIBED = OPERATIONS.filter(({ key }) => key !== APART);

const fileOf = (key: string) => JSON.parse(readFileSync(join(SCHEMAS, `${key}.json`), 'utf8')) as Schema; // tools/schemas wrote it

const schemaFor = (key: string, isSimplified: boolean) => {
	const [resource = '', name = ''] = key.split('/');
	const operation = findOperation(resource, name);
	return operation && schemaOf(operation, isSimplified);
};

/** What operations need that is not sent. */
const FORM_ONLY = {
	allocateTo: 'oldest',
	show: 'rows',
	'options/allowOverpayment': true,
	'options/sendPaid': true,
};

// A filter may leave nothing to look at, and the service knows its codes.
const isLeftOut = ({ field, elements }: FormField): boolean =>
	field.required !== true && elements.some((path) => /^(filter\/.*|country|currency|language)$/.test(path));

const startComplete = copiesOf(async (sandbox) => {
	await createMissing(sandbox);
	// The forms name the first client: its statement has credits then, and something that is not counted.
	sandbox.store.run('UPDATE credit SET client_id = 1');
	const ofFirst = 'SELECT id FROM invoice WHERE client_id = 1';
	sandbox.store.run(`UPDATE payment SET date = 'someday' WHERE invoice_id IN (${ofFirst})`);
});

/** Every other field of raw output is selected. */
const shown = (key: string, shape: Shape) => ({
	simplify: shape !== 'raw',
	output: 'selectedFields',
	outputFields: Object.keys(fileOf(key).properties ?? {}).filter((_, index) => index % 2 === 0),
});

/** What an operation returns when its whole form is filled in. */
async function outputOf({ key, fields, parameters }: (typeof OPERATIONS)[number], shape: Shape) {
	const sandbox = await startComplete();
	try {
		// A client with a project or a recurring profile is not deleted.
		if (key === 'client/delete')
			for (const table of ['project', 'recurring'])
				sandbox.store.run(`UPDATE ${table} SET client_id = 2 WHERE client_id = 1`);
		const ways = distinctForm(sandbox, fields, FORM_ONLY);
		const waysOf = (field: FormField): readonly Way[] => (isLeftOut(field) ? [] : ways(field));
		const [filled] = fillVariants(fields, { items: 1, entries: 1, waysOf });
		const { outputs, error } = await engine.run({
			credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
			parameters: { ...parameters, ...filled?.parameters, ...shown(key, shape) },
			items: filled?.items ?? [{}],
			isTool: shape === 'selected',
		});
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => json);
	} finally {
		await sandbox.close();
	}
}

/** Expects the fields of an output in the order in which the editor shows them before a run. */
function expectOrder(value: unknown, { properties, items }: Partial<Schema>): void {
	if (Array.isArray(value)) for (const entry of value) expectOrder(entry, items ?? {});
	else if (properties !== undefined) {
		const fields = fieldsOf(value);
		const known = Object.entries(properties).filter(([field]) => Object.hasOwn(fields, field));
		expect(Object.keys(fields)).toEqual(known.map(([field]) => field));
		for (const [field, schema] of known) expectOrder(fields[field], schema);
	}
}

it.each(DESCRIBED)(
	'$key returns what its schema describes, simplified, raw and by field',
	async (operation) => {
		for (const shape of SHAPES) {
			// A tool has no hints, so a warning stands in its output.
			const properties = { ...fileOf(operation.key).properties, warning: { type: 'string' } };
			const closed = { properties, additionalProperties: false };
			const schema = shape === 'selected' ? closed : (schemaFor(operation.key, shape === 'simplified') ?? {});
			const validate = new Ajv({ allErrors: true }).compile(schema);
			const output = await outputOf(operation, shape);
			expect(output).not.toEqual([]);
			if (shape === 'simplified') for (const record of output) expectOrder(record, schema);
			const problems = output.flatMap((record) => (validate(record) ? [] : (validate.errors ?? [])));
			expect(problems.map(({ dataPath, message, params }) => ({ dataPath, message, params }))).toEqual([]);
		}
	},
);

it('n8n finds the schema of every operation in the package, open, and with what Simplify leaves out', () => {
	for (const { key } of OPERATIONS) {
		const [simplified, raw] = [true, false].map((isSimplified) => schemaFor(key, isSimplified)?.properties);
		expect(fileOf(key)).toEqual({ type: 'object', properties: { ...simplified, ...raw } });
	}
});
