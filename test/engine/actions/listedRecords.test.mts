import { useBilling } from '../billing.mts';

const FULL = { options: { fullRecords: true }, simplify: false, returnAll: true };

describe('Where lists show what the vendor documents', () => {
	const billing = useBilling();

	it.each([
		['Product', 'product_id', 'getProduct'],
		['Service', 'service_id', 'getService'],
	])('%ss have no description, unless full records are read', async (label, id, get) => {
		const list = async (more = {}) =>
			await billing.outputOf('productOrService', `getAll${label}s`, { returnAll: true, ...more });
		const short = await list();
		expect(short.length).toBeGreaterThan(1);
		expect(short.filter((record) => 'description' in record)).toEqual([]);
		expect(billing.methods()).not.toContain(get);
		const full = await list(FULL);
		expect(full.map((record) => record[id])).toEqual(short.map((record) => record[id]));
		expect(full.filter(({ description }) => typeof description !== 'string')).toEqual([]);
		expect(billing.sent(get)).toHaveLength(short.length);
	});

	it.each([
		['staff', 'getStaff'],
		['project', 'getProject'],
	])('%s records are complete in lists, and not read again', async (resource, get) => {
		const output = await billing.outputOf(resource, 'getAll', FULL);
		expect(output.length).toBeGreaterThan(1);
		expect(billing.methods()).not.toContain(get);
	});

	it('loads linked records for it', async () => {
		const { length } = await billing.outputOf('task', 'getAll', FULL);
		expect(billing.sent('getTask')).toHaveLength(length);
	});
});

describe('Where a list leaves a field empty that every full record has', () => {
	const billing = useBilling();

	it('a record whose listed field is empty is read', async () => {
		const [member] = billing.sandbox.records('staff');
		billing.sandbox.change('staff', member?.id ?? 0, { username: '' });
		await billing.outputOf('staff', 'getAll', FULL);
		expect(billing.sent('getStaff')).toEqual([{ staff_id: String(member?.id) }]);
	});
});
