import { simplifiedSchemasOf } from '../../../tools/schemas.mts';
import { EVENTS, type EventKind, WATCHED_RESOURCES } from '../../../nodes/XmlBilling/trigger/events/events';
import { matching, some } from '../billing.mts';
import { EVENT_CAUSES, reported, samplesOf, triggerOf } from './eventCauses.mts';

const KINDS = Object.keys(EVENT_CAUSES) as EventKind[]; // the keys of a literal record

// Its identifier, which must never change, and its first fields: what happened, to what, its state, and how much it is about.
const FIRST: Readonly<Record<EventKind, string>> = {
	invoiceCreated:
		'invoice:121:created event number client_organization invoice_status total outstanding currency',
	invoiceChanged:
		'invoice:81:changed:1:OD4mSn event number client_organization invoice_status total outstanding currency changed_fields',
	invoiceStatusChanged:
		'invoice:81:status:1:Viewed event number client_organization invoice_status total outstanding currency previous_status new_status',
	paymentRemoved:
		'payment:8:1678.78:removed:1 event number client_organization invoice_status payment_amount total outstanding currency',
	paymentRecorded:
		'payment:81:1.00:1 event number client_organization invoice_status payment_amount balance_left total outstanding currency payment_date payment_method payment_notes',
	invoiceDueSoon:
		'invoice:81:dueSoon:3:DAY event number client_organization invoice_status total outstanding currency reminder_days days_until_due',
	invoiceOverdue:
		'invoice:81:overdue:1:DAY event number client_organization invoice_status total outstanding currency reminder_days days_overdue',
	estimateCreated: 'estimate:37:created event number client_organization estimate_status total currency',
	estimateStatusChanged:
		'estimate:30:status:1:Won event number client_organization estimate_status total currency previous_status new_status',
	clientCreated: 'client:26:created event organization name email currency work_phone',
	clientChanged: 'client:1:changed:1:4MXrS4 event organization name email currency changed_fields work_phone',
	recurringCreated:
		'recurring:16:created event number client_organization recurring_status total currency frequency',
	expenseCreated: 'expense:22:created event date expense_category_name amount status vendor',
	projectCreated: 'project:8:created event project_name client_organization project_rate billing_method',
	taskCreated: 'task:9:created event task_name task_rate task_billable',
	timeEntryCreated: 'timelog:41:created event project_name task_name hours_worked work_date',
	productCreated: 'product:9:created event product_name unit_cost quantity status',
	serviceCreated: 'service:15:created event service_name unit_cost quantity status',
	staffCreated: 'staff:7:created event name email username bill_rate user_level',
};

describe.each(KINDS)('%s', (kind) => {
	it('begins with names and money, ends with what identifies it, and has its record in the order of lists', async () => {
		const { happen } = EVENT_CAUSES[kind];
		const { type } = WATCHED_RESOURCES[EVENTS[kind].resource];
		const listed = Object.keys(simplifiedSchemasOf(type));
		const [, ...first] = FIRST[kind].split(' ');
		const events = [
			...(await reported({ events: [kind] }, happen)),
			...(await samplesOf({ events: [kind] })),
		];
		expect(events.length).toBeGreaterThan(1);
		for (const event of events) {
			const fields = Object.keys(event);
			expect(fields.slice(0, first.length)).toEqual(first);
			expect(fields.slice(-2)).toEqual(['event_id', 'detected_at']);
			const ofRecord = fields.filter((field) => listed.includes(field));
			expect(ofRecord).toEqual(listed.filter((field) => fields.includes(field)));
		}
	});

	it('is reported once, by itself and among all others', async () => {
		const { happen, says } = EVENT_CAUSES[kind];
		const all = triggerOf({ events: KINDS });
		await all.poll();
		const alone = await reported({ events: [kind] }, happen);
		const expected = { event: kind, event_id: some(String), detected_at: matching(/^\d{4}-/), ...says() };
		expect(alone).toMatchObject([expected]);
		const among = ((await all.poll()) ?? []).map(({ json }) => json).filter(({ event }) => event === kind);
		expect(among).toMatchObject([expected]);
		// Workflows drop repeated events by this identifier.
		expect(among[0]?.['event_id']).toBe(alone[0]?.['event_id']);
		const { event_id: id } = alone[0] ?? {};
		expect(typeof id === 'string' && id.replace(/\d{4}(-\d\d){2}$/, 'DAY')).toBe(FIRST[kind].split(' ')[0]);
		expect(await all.poll()).toBeNull();
	});
});
