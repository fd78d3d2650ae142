import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('estimate').find((estimate) => estimate.id === id);
const linesOf = (id: unknown) => billing.linesOf('estimate', id);

describe('an estimate whose number exists', () => {
	it('is refused in an update, unless it is its own', async () => {
		const update = (number: string) => ({ estimateId: byId(4), updateFields: { number } });
		const message = await billing.errorOf('estimate', 'update', update('00005'));
		expect(message).toContain('Another estimate already has the number 00005: ID 5');
		expect(billing.sent('updateEstimate')).toEqual([]);
		const [estimate] = await billing.outputOf('estimate', 'update', update('00004'));
		expect(estimate).toMatchObject({ result: 'updated', number: '00004' });
	});
});

describe('Estimate > Update', () => {
	it('warns when the service erases the title, which the request cannot keep', async () => {
		billing.sandbox.store.database.exec(`CREATE TRIGGER eraser AFTER UPDATE OF notes ON estimate BEGIN
			UPDATE estimate SET title = '' WHERE id = NEW.id;
		END`);
		const title = stored(4)?.title;
		const parameters = { estimateId: byId(4), updateFields: { notes: 'Changed' } };
		await billing.outputOf('estimate', 'update', parameters);
		expect(billing.warnings()).toContain(`The service saved no estimate title instead of '${title}'.`);
	});
});

describe('Estimate > Update Lines', () => {
	const untaxed = { tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' };
	const taxes = { firstTax: { tax: { tax1: 1 } }, secondTax: { tax: { tax2: 'none' } } };
	const change = (changes: INodeParameters, index = 0) => ({
		estimateId: byId(2),
		lineItems: { line: [{ estimateItemId: String(linesOf(2)[index]?.id), changes }] },
	});
	/** Gives the estimate two lines: one that costs something and one that does not. */
	function prepare(line: object, total_tax: string) {
		billing.sandbox.store.run("DELETE FROM line WHERE document = 'estimate' AND document_id = 2");
		const values = { type: 'Service', description: 'D', discount: '1.00', discount_type: 'Fixed' };
		for (const quantity of ['5.00', '0.00'])
			billing.sandbox.store.insert('line', {
				...{ document: 'estimate', document_id: 2, name: `Times ${quantity}`, unit_cost: '10.00', quantity },
				...{ ...values, ...untaxed, tax1_type: 'Normal', tax2_type: 'Normal' },
				...line,
			});
		billing.sandbox.change('estimate', 2, { total_tax });
	}

	it('refuses to remove taxes from a line that was not named', async () => {
		prepare({ tax1_name: 'VAT', tax1_percent: '20.00' }, '9.80');
		const before = linesOf(2);
		const message = await billing.errorOf('estimate', 'updateItems', change({ unitCost: '12' }));
		expect(message).toContain(
			`the line with ID ${before[0]?.id} may remove its taxes: choose its Tax and Second Tax again`,
		);
		expect(message).toContain('Nothing was sent');
		const half = await billing.errorOf(
			'estimate',
			'updateItems',
			change({ unitCost: '12', firstTax: { tax: { tax1: 1 } } }),
		);
		expect(half).toContain('choose its Second Tax again');
		expect(billing.sent('updateEstimateItem')).toEqual([]);
		expect(linesOf(2)).toEqual(before);
	});

	it('refuses it for a line with a total of zero, whose tax is in no total', async () => {
		prepare({ discount: '0.00', tax1_name: 'VAT', tax1_percent: '20.00' }, '0.00');
		const message = await billing.errorOf('estimate', 'updateItems', change({ quantity: '3' }, 1));
		expect(message).toContain('may remove its taxes');
		expect(billing.sent('updateEstimateItem')).toEqual([]);
	});

	it('changes a line whose taxes are chosen again', async () => {
		prepare({ tax1_name: 'VAT', tax1_percent: '20.00' }, '9.80');
		const [first, ...others] = linesOf(2);
		await billing.outputOf('estimate', 'updateItems', change({ unitCost: '12', ...taxes }));
		expect(linesOf(2)).toEqual([{ ...first, unit_cost: '12.00' }, ...others]);
	});

	it('takes the taxes off where that is chosen, and takes lines as JSON', async () => {
		prepare({ tax1_name: 'VAT', tax1_percent: '20.00' }, '9.80');
		const [first, ...others] = linesOf(2);
		const line = {
			estimate_item_id: first?.id,
			quantity: 2,
			tax1: 'none',
			tax2_name: 'City',
			tax2_percent: 3,
		};
		await billing.outputOf('estimate', 'updateItems', {
			estimateId: byId(2),
			linesFrom: 'json',
			linesJson: JSON.stringify([line]),
		});
		expect(linesOf(2)).toEqual([
			{ ...first, ...untaxed, quantity: '2.00', tax2_name: 'City', tax2_percent: '3.00' },
			...others,
		]);
	});

	it('offers the taxes to be chosen again, and no keeping of what cannot be read', async () => {
		const taxes = await engine.loadOptions({
			method: 'getUnshownTaxes',
			credential: billing.credential(),
		});
		expect(taxes.map(({ value }) => value)).toEqual(['', 'none', 1, 2, 3, 4, 5, 6, 7, 'custom']);
		expect(taxes[0]?.name).toBe('Not Selected');
	});
});

describe('Estimate > Get Many', () => {
	const service = useScriptedService();
	const listedAs = async (status: string) => {
		const parameters = { returnAll: true, filters: { status }, simplify: false };
		const output = await billing.outputOf('estimate', 'getAll', parameters, {
			credential: service.credential(),
		});
		return output.map(({ estimate_id }) => estimate_id);
	};

	it('has only estimates in the status of its filter, even if the service takes it for the status of records', async () => {
		const estimates = [' SENT ', 'Draft'].map(
			(word, index) =>
				`<estimate><estimate_id>${index + 1}</estimate_id><estimate_status>${word}</estimate_status></estimate>`,
		);
		service.answer('listEstimate', listed('estimates', estimates.join('')));
		expect(await listedAs('sent')).toEqual([1]);
		// A status of records is not compared with that of estimates.
		expect(await listedAs('Archived')).toEqual([1, 2]);
	});
});
