import type { Sandbox } from '../../sandbox/index.mts';
import { startSandbox } from './harness/service.mts';
import type { FormField } from '../../tools/forms.mts';
import { GOES_ON, TODAY } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants } from './fill.mts';
import { distinctForm, OPERATIONS } from './operations.mts';

const NO_IDENTIFIERS = ['  ', 'abc', '-1', '0', '1.5'];

const isNeeded = ({ field, names }: FormField): boolean => names.length === 1 && field.required === true;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ today: () => TODAY });
	await createMissing(sandbox);
});
afterAll(() => sandbox.close());

const needy = OPERATIONS.filter(
	({ fields, key }) => fields.some(isNeeded) && key !== 'settings/customRequest',
);
it.each(needy)('$key sends no item that lacks a field or an identifier', async (operation) => {
	const { fields, parameters } = operation;
	const waysOf = distinctForm(sandbox, fields);
	const [filled] = fillVariants(fields, { items: 1, entries: 1, waysOf });
	const wrong = fields.filter(isNeeded).flatMap(({ names: [name = ''], field, label }) => [
		{ name, value: undefined, problem: `${label} is required` },
		...(field.type === 'resourceLocator' && field.kind !== 'text' ? NO_IDENTIFIERS : []).map((value) => ({
			name,
			value,
			problem: label,
		})),
	]);
	const { outputs, error } = await engine.run({
		credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
		parameters: { ...parameters, ...filled?.parameters },
		// Equal numbers would be refused first.
		items: wrong.map(({ name, value }, nth) => ({
			...filled?.items[0],
			number: `N-${nth}`,
			[name]: value,
		})),
		settings: GOES_ON,
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json }) => json['error'])).toEqual(
		wrong.map(({ problem }) => expect.stringContaining(problem) as unknown),
	);
	expect(sandbox.requests.map(({ method }) => method)).toEqual([]);
});
