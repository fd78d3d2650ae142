import { minuteOf } from '../../../nodes/XmlBilling/xml/days';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { Bench, NOW, optionsFor } from './bench.mts';
import { deepFreeze } from './history.mts';

const part = (high: number, watched: Record<string, string>, variant = '') => ({
	high,
	floor: high,
	settled: high,
	recent: [],
	late: [],
	watched,
	variant,
});

const list = (top: number, total: number) => ({
	glimpsed: top,
	total,
	top,
	unordered: false,
});

/** What a trigger of the version before the changes of clients and invoices has saved of `accountThen`. */
const SAVED: State = deepFreeze({
	version: 3,
	scope: { service: 'the service', account: 'the account', token: 'abc' },
	parts: {
		invoiceCreated: part(108, { '': '2u' }),
		invoiceStatusChanged: part(108, { 'Draft/0': '2u', 'Viewed/1': '2x', 'Sent/0': '30' }),
		paymentRecorded: part(108, { 'o100//draft': '2u', '10 10.00=9jfX': '2x', 'o100/100/sent': '30' }),
		invoiceOverdue: part(108, { fs6: '2u', 'ft1!ft1': '2x', ftw: '30' }, '1'),
		estimateStatusChanged: part(109, { 'Sent/0': '31' }),
		clientCreated: part(110, {}),
	},
	lists: { invoice: list(108, 3), estimate: list(109, 1), client: list(110, 1) },
});

function accountThen() {
	const bench = new Bench(
		optionsFor(
			'invoiceCreated',
			'invoiceStatusChanged',
			'paymentRecorded',
			'invoiceOverdue',
			'estimateStatusChanged',
			'clientCreated',
		),
	);
	const { service } = bench;
	const draft = service.create('Draft');
	const overdue = service.create();
	service.pay(overdue, 10);
	service.set(overdue, { due: '2026-02-01' });
	const due = service.create();
	service.set(due, { due: '2026-03-04' });
	const estimate = service.add('estimate', 'Sent');
	const client = service.add('client');
	service.set(overdue, { status: 'Viewed' });
	bench.saved = SAVED;
	return { bench, service, draft, overdue, due, estimate, client };
}

it('A state that an earlier version saved is read on, and stays what it was', async () => {
	const { bench } = accountThen();
	expect(await bench.poll()).toEqual([]);
	const { invoice } = SAVED.lists;
	const lists = { ...SAVED.lists, invoice: { ...invoice, othersRead: minuteOf(NOW) } };
	const parts = {
		...SAVED.parts,
		invoiceOverdue: { ...SAVED.parts.invoiceOverdue, seenOn: NOW.slice(0, 10) },
	};
	expect([bench.log, bench.saved]).toEqual([[], { ...SAVED, parts, lists }]);
});

it('A state that an earlier version saved tells what is new, and events chosen since take their own baseline', async () => {
	const { bench, service, draft, overdue, due, estimate, client } = accountThen();
	bench.options = {
		...bench.options,
		events: [...bench.options.events, 'invoiceChanged', 'clientChanged'],
	};
	service.set(draft, { status: 'Sent' });
	service.pay(overdue, 10);
	service.setThing(estimate, { status: 'Won' });
	bench.now = NOW.replace('03-01', '03-05');
	expect(await bench.ids()).toEqual([
		`invoice:${draft.id}:created`,
		`invoice:${draft.id}:status:1:Sent`,
		`invoice:${draft.id}:overdue:1:2026-01-01`,
		`invoice:${overdue.id}:status:2:Partial-Paid`,
		`payment:${overdue.id}:10.00:2`,
		`invoice:${due.id}:overdue:1:2026-03-04`,
		`estimate:${estimate.id}:status:1:Won`,
	]);
	service.set(due, { net: 7 });
	service.edit(client, 'name', 'Bea');
	service.edit(client, 'organization', 'Bea Ltd');
	expect((await bench.poll()).map(({ event }) => event)).toEqual(['invoiceChanged', 'clientChanged']);
});
