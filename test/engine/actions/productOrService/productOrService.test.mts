import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const PREVIEW = { options: { preview: true } };

/** The row of a product or a service in the sandbox. */
const stored = (kind: 'product' | 'service', id: unknown) =>
	billing.sandbox.records(kind).find((row) => row.id === id);

/** The differences between products and services: operations, elements, and their rows in the sandbox. */
const KINDS = [
	{
		kind: 'product' as const,
		label: 'Product',
		fields: { unitCost: '12.50', additionalFields: { description: 'A1 <matt> & folded', quantity: '7.5' } },
		one: { id: 2, name: 'Printed brochure', quantity: 5000 },
		// The complete update if only the description changes.
		kept: { name: 'Printed brochure', quantity: '5000', unitcost: '2.35' },
		// The same values spelled differently.
		same: { unitCost: 2.35, additionalFields: { quantity: ' 5000.00 ' } },
		archived: { id: 1, name: 'Photo licence' },
	},
	{
		kind: 'service' as const,
		label: 'Service',
		fields: { unitCost: '640', additionalFields: { description: 'Half days <too>', unit: 'Day' } },
		one: { id: 3, name: 'Copywriting', quantity: 'Hour' },
		kept: { name: 'Copywriting', unit: 'Hour', cost: '85.5' },
		same: { unitCost: '85.50', additionalFields: { unit: ' hour' } },
		archived: { id: 6, name: 'Search report' },
	},
];

const CREMES = ['Café\u00a0crème', 'CAFÉ CRÈME'];

it.each(['Product', 'Service'])('%s: one name, however it is spelled, is one record', async (kind) => {
	const [create, upsert] = [`create${kind}`, `upsert${kind}`];
	const [first] = await billing.outputOf('productOrService', create, { name: 'Café crème', unitCost: '3' });
	for (const [index, name] of CREMES.entries()) {
		expect(await billing.errorOf('productOrService', create, { name, unitCost: '3' })).toContain(
			'already exists',
		);
		const [output] = await billing.outputOf('productOrService', upsert, {
			name,
			unitCost: String(4 + index),
		});
		expect(output).toMatchObject({
			result: 'updated',
			[`${kind.toLowerCase()}_id`]: first?.[`${kind.toLowerCase()}_id`],
		});
	}
});

describe('The unit of a service', () => {
	it('may be another one by an expression, which the service decides on', async () => {
		const { error } = await billing.run('productOrService', 'createService', {
			...{ name: 'Posters', unitCost: '1', additionalFields: { unit: "={{ 'Pie' + 'ce' }}" } },
		});
		expect(error?.message).toBe('Unit is invalid.');
		expect(billing.sent('createService')).toMatchObject([{ unit: 'Piece' }]);
	});

	it('is resent as read where an update does not set it, also if it is unknown', async () => {
		billing.sandbox.change('service', 3, { quantity: 'Half a page' });
		const parameters = { serviceId: byId(3), updateFields: { description: 'New' } };
		await billing.run('productOrService', 'updateService', parameters);
		await billing.run('productOrService', 'upsertService', { name: 'Copywriting', unitCost: '1' });
		const unit = 'Half a page';
		expect(billing.sent('updateService')).toMatchObject([{ unit }, { unit }]);
	});
});

describe.each(KINDS)('$label', ({ kind, label, fields, one, kept, same, archived }) => {
	type More = Parameters<typeof billing.run>[3];
	const run = (operation: string, parameters: INodeParameters, more?: More) =>
		billing.outputOf('productOrService', `${operation}${label}`, parameters, more);
	const fail = (operation: string, parameters: INodeParameters, more?: More) =>
		billing.errorOf('productOrService', `${operation}${label}`, parameters, more);

	describe('Create or Update', () => {
		it('updates the one that has the name, keeps what is not given, and its spelling', async () => {
			const before = stored(kind, one.id);
			const parameters = { name: ` ${one.name.toLowerCase()} `, unitCost: '3' };
			const [record] = await run('upsert', parameters);
			expect(record).toMatchObject({
				result: 'updated',
				[`${kind}_id`]: one.id,
				unit_cost: 3,
				quantity: one.quantity,
			});
			const [cost] = Object.keys(kept).filter((element) => element.endsWith('cost'));
			expect(billing.sent(`update${label}`)).toMatchObject([{ ...kept, [cost ?? '']: '3' }]);
			expect(stored(kind, one.id)).toEqual({ ...before, unit_cost: '3.00' });
			expect(billing.sent(`create${label}`)).toEqual([]);
		});

		it('writes nothing if nothing changes, and returns the existing record', async () => {
			const parameters = { name: one.name.toUpperCase(), ...same };
			const [record] = await run('upsert', parameters);
			expect(record).toMatchObject({ result: 'existing', [`${kind}_id`]: one.id, quantity: one.quantity });
			expect(billing.methods()).toEqual([`list${label}`, `get${label}`]);
			await run('upsert', { ...parameters, additionalFields: { description: 'New' } });
			await run('upsert', { ...parameters, options: { keepUnchanged: false } });
			expect(billing.writes()).toEqual([`update${label}`, `update${label}`]);
		});

		it('refuses several with the name, and says which', async () => {
			const other = billing.sandbox
				.records(kind)
				.find((row) => row.account_id === 1 && row.status === 'Active' && row.id !== one.id);
			// The sandbox itself accepts each name only once.
			billing.sandbox.store.run(`DROP INDEX ${kind}_by_name`);
			billing.sandbox.change(kind, Number(other?.id), { name: one.name });
			const message = await fail('upsert', { name: one.name, ...fields });
			expect(message).toContain(`more than one ${kind} with this name`);
			expect(message).toContain(
				`IDs ${[one.id, other?.id].sort((a, b) => Number(b) - Number(a)).join(', ')}`,
			);
			expect(billing.methods().filter((method) => !/^(get|list)/.test(method))).toEqual([]);
		});

		it('says, as Create does, that an archived one has the name', async () => {
			for (const [operation, more] of [
				['create', { options: { ifExists: 'existing' } }],
				['upsert', fields],
			] as const) {
				const message = await fail(operation, { name: archived.name, ...more });
				expect(message).toContain(`already exists: ID ${archived.id}, which is archived`);
			}
			expect(stored(kind, archived.id)?.status).toBe('Archive');
		});

		it('shows in a preview which of both it would do', async () => {
			const methods = [];
			for (const name of [one.name, 'Flag'])
				methods.push((await run('upsert', { name, ...fields, ...PREVIEW }))[0]?.['method']);
			expect(methods).toEqual([`update${label}`, `create${label}`]);
			expect(billing.sent(`update${label}`)).toEqual([]);
		});
	});
});
