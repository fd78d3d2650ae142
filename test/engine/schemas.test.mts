import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { findOperation, RESOURCES } from '../../nodes/XmlBilling/actions';
import { fieldsOf } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import type { FormField } from '../../tools/forms.mts';
import { schemaFiles, schemaOf, type Schema } from '../../tools/schemas.mts';
import { copiesOf } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants, type Way } from './fill.mts';
import { distinctForm, OPERATIONS } from './operations.mts';

const SCHEMAS = join(import.meta.dirname, '../../dist/nodes/XmlBilling/__schema__/v1.0.0');
const APART = 'settings/customRequest';
const PUBLISHED = schemaFiles(RESOURCES);
const DESCRIBED = OPERATIONS.filter(({ key }) => key !== APART);

const schemaFor = (key: string, isSimplified: boolean) => {
	const [resource = '', name = ''] = key.split('/');
	const operation = findOperation(resource, name);
	return operation && schemaOf(operation, isSimplified);
};

/** What operations need that is not sent. */
const FORM_ONLY = {
	...{ allocateTo: 'oldest', show: 'rows', 'options/allowOverpayment': true, 'options/sendPaid': true },
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

/** The shapes that its user gives an output: the last one is an agent's, with the fields that it asks for. */
const SHAPES = ['simplified', 'raw', 'selected'] as const;

/** What an operation returns when its whole form is filled in. */
async function outputOf(
	{ key, fields, parameters }: (typeof OPERATIONS)[number],
	shape: (typeof SHAPES)[number],
	outputFields: string[],
) {
	const shaping =
		shape === 'selected' ? { output: 'selectedFields', outputFields } : { simplify: shape === 'simplified' };
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
			parameters: { ...parameters, ...filled?.parameters, ...shaping },
			isTool: shape === 'selected',
			items: filled?.items ?? [{}],
		});
		if (error) throw error;
		// An agent reads what people see as hints.
		return (outputs[0] ?? []).map(({ json: { warning, ...json } }) =>
			shape === 'selected' || warning === undefined ? json : { ...json, warning },
		);
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

it.each(DESCRIBED)('$key returns what its schema describes, in each shape', async (operation) => {
	const published = new Ajv({ allErrors: true }).compile(PUBLISHED.get(`${operation.key}.json`) ?? false);
	const asked = Object.keys(schemaFor(operation.key, false)?.properties ?? {});
	for (const shape of SHAPES) {
		const schema = schemaFor(operation.key, shape === 'simplified') ?? {};
		const closed = new Ajv({ allErrors: true }).compile(schema);
		const output = await outputOf(operation, shape, asked);
		expect(output).not.toEqual([]);
		if (shape === 'simplified') for (const record of output) expectOrder(record, schema);
		const problems = output.flatMap((record) =>
			[closed, published].flatMap((validate) => (validate(record) ? [] : (validate.errors ?? []))),
		);
		expect(problems.map(({ dataPath, message, params }) => ({ dataPath, message, params }))).toEqual([]);
	}
});

it('n8n finds the schema of every operation in the package, open to other fields and with the raw ones', () => {
	for (const { key } of OPERATIONS) {
		const file: unknown = JSON.parse(readFileSync(join(SCHEMAS, `${key}.json`), 'utf8'));
		expect(file).toEqual(PUBLISHED.get(`${key}.json`));
		expect(file).toMatchObject({ type: 'object' });
		expect(file).not.toHaveProperty('additionalProperties');
	}
	expect(PUBLISHED.get('invoice/get.json')).toMatchObject({
		properties: { number: { type: 'string' } },
		allOf: [{ properties: { items: { type: 'array' } } }],
	});
});
