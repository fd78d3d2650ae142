import { QUIRKS, type Quirk } from '../../../sandbox/index.mts';
import { byId, locator, matching, TODAY, useBilling } from '../billing.mts';

// Sloppy services: how one writes its answers changes nothing of what the node does and reports.
const NAMES = Object.keys(QUIRKS) as Quirk[]; // the keys of a literal record are its type's keys

describe.each([...NAMES.map((quirk) => [quirk]), NAMES])(
	'A service whose quirks are: %s, %s',
	(...quirks) => {
		const billing = useBilling({ quirks: quirks.filter((quirk) => quirk !== undefined) });
		const invoice = (id: number) => billing.sandbox.records('invoice').find((row) => row.id === id);
		const writes = () => billing.methods().filter((method) => !/^(get|list)/.test(method));

		it('loses nothing to an update of an invoice', async () => {
			const dates = { date: '2026-01-02', due_date: '2026-03-20', schedule_date: '2026-04-01' };
			const texts = { address: 'Street 1', title: 'Title', notes: 'Notes', number: '007' };
			billing.sandbox.change('invoice', 4, { ...dates, ...texts, po_number: '0042', late_fee_id: 1 });
			const header = () =>
				Object.entries({ ...dates, ...texts, po_number: '', late_fee_id: 0, invoice_status: '' }).map(
					([column]) => String(new Map<string, unknown>(Object.entries(invoice(4) ?? {})).get(column)).trim(),
				);
			const before = header();
			const updateFields = { terms: 'Changed' };
			const parameters = { invoiceId: byId(4), updateFields, simplify: false };
			const [output] = await billing.outputOf('invoice', 'update', parameters);
			const date = matching(/^2026-01-02( 00:00:00)?$/); // days may come with a time (§2.1)
			expect(output).toMatchObject({ result: 'updated', number: '007', date });
			expect([header(), invoice(4)?.terms]).toEqual([before, 'Changed']);
		});

		it('has an equal payment recognized', async () => {
			const payment = { invoiceId: byId(4), paymentMethod: 'Cash', amount: '12.50' };
			await billing.outputOf('invoice', 'recordPayment', payment);
			expect(await billing.errorOf('invoice', 'recordPayment', payment)).toContain('already');
			expect(writes()).toEqual(['invoiceOfflinePayment']);
		});

		it('has records found and guarded by what people know them by', async () => {
			const number = String(invoice(4)?.number);
			const [found] = await billing.outputOf('invoice', 'get', { invoiceId: locator('number', number) });
			expect(found).toMatchObject({ invoice_id: 4, number });
			const again = { clientId: byId(1), linesFrom: 'none', number };
			expect(await billing.errorOf('invoice', 'create', again)).toContain('already');
			expect(writes()).toEqual([]);
		});

		it('has lists that find nothing read as empty', async () => {
			const number = 'NEW-1';
			const [created] = await billing.outputOf('invoice', 'create', {
				...{ clientId: byId(1), linesFrom: 'none', number },
			});
			expect(created).toMatchObject({ result: 'created', number });
			const credential = billing.credential('empty');
			expect(await billing.outputOf('invoice', 'getReceivables', {}, { credential })).toEqual([]);
			const searched = await engine.searchList({ method: 'searchInvoices', credential });
			expect(searched.results).toEqual([]);
			const trigger = engine.trigger({
				parameters: { events: ['estimateCreated'] },
				credential: billing.credential('limited'),
			});
			expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
		});

		it('has every event reported once, with the same identifier as by any other service', async () => {
			const trigger = engine.trigger({
				parameters: {
					events: ['invoiceCreated', 'paymentRecorded', 'invoiceOverdue', 'invoiceStatusChanged'],
				},
				credential: billing.credential(),
			});
			expect(await trigger.poll()).toBeNull();
			const pay = (amount: string, date: string) =>
				billing.outputOf('invoice', 'recordPayment', {
					invoiceId: byId(4),
					paymentMethod: 'Cash',
					amount,
					additionalFields: { date, notes: 'with  thanks' },
				});
			const ids = async () => (await trigger.poll())?.map(({ json }) => json['event_id']) ?? [];
			const [created] = await billing.outputOf('invoice', 'create', {
				clientId: byId(1),
				linesFrom: 'json',
				linesJson: '[{ "name": "Design", "unit_cost": 100 }]',
				...{ afterCreating: 'sent', due: 'date', dueDate: '2026-01-02' },
				additionalFields: { date: '2026-01-01' },
			});
			const id = Number(created?.['invoice_id']);
			expect(await ids()).toEqual([`invoice:${id}:created`, `invoice:${id}:overdue:1:2026-01-02`]);
			await pay('12.50', TODAY);
			expect(await ids()).toEqual(['invoice:4:status:1:Partial-Paid', 'payment:4:12.50:1']);
			await pay('12.50', '2026-03-09');
			// The invoice leaves the lists of open ones: from now on its payments show in full.
			await pay(String(invoice(4)?.outstanding), TODAY);
			expect(await ids()).toEqual([
				'invoice:4:status:2:Paid',
				'payment:4:12.50:2',
				`payment:4:${Number(invoice(4)?.total_paid) - 25}:1`,
			]);
			expect(await ids()).toEqual([]);
		});
	},
);
