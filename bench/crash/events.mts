import type { Sandbox } from '../../sandbox/index.mts';
import { createInvoice, pay } from '../../test/e2e/service.mts';
import type { Random } from './random.mts';

const SHARE_OF_INVOICES = 0.4;
/** Few different amounts, so that many payments of an invoice are equal. */
const AMOUNTS = ['10.00', '10.00', '25.00'];
const METHODS = ['Cash', 'Cash', 'Bank Transfer'];
const SHARE_OF_SETTLING = 0.1;

/** Creates events in the sandbox, and knows which. Construct it once the trigger has its baseline. */
export class EventSource {
	private readonly sandbox: Sandbox;
	private readonly random: Random;
	private readonly known: { invoices: number; payments: number };
	private count = 0;

	constructor(sandbox: Sandbox, random: Random) {
		this.sandbox = sandbox;
		this.random = random;
		this.known = {
			invoices: sandbox.records('invoice').length,
			payments: sandbox.records('payment').length,
		};
	}

	/** Creates an invoice, or records a payment on an invoice created here. */
	async createEvent(): Promise<void> {
		const open = this.invoices().filter(({ outstanding }) => Number(outstanding) > 100);
		if (open.length === 0 || this.random.next() < SHARE_OF_INVOICES) return await this.createInvoice();
		const { id, outstanding } = this.random.of(open);
		const amount = this.random.next() < SHARE_OF_SETTLING ? outstanding : this.random.of(AMOUNTS);
		await pay(this.sandbox, id, amount, this.random.of(METHODS));
	}

	private async createInvoice(): Promise<void> {
		await createInvoice(this.sandbox, `CRASH-${++this.count}`, 100, 10);
	}

	private invoices() {
		return this.sandbox.records('invoice').slice(this.known.invoices);
	}

	/** The events according to the sandbox's own records, each under the name that {@link nameOf} gives its item. */
	names(): string[] {
		const payments = new Map<string, number>();
		const paid = this.sandbox.records('payment').slice(this.known.payments);
		return [
			...this.invoices().map(({ id }) => `invoice ${id}`),
			...paid.map(({ invoice_id: id, amount }) => {
				const payment = `payment ${id} ${Number(amount)}`;
				const nth = (payments.get(payment) ?? 0) + 1;
				payments.set(payment, nth);
				return `${payment} #${nth}`;
			}),
		];
	}
}

/**
 * The name of the event that an item reports. Payments of the same amount differ in the last part of their
 * `event_id`.
 */
export function nameOf(item: Record<string, unknown>): string {
	if (item['event'] === 'invoiceCreated') return `invoice ${String(item['invoice_id'])}`;
	// What the trigger gives with a payment (README).
	const amount = item['payment_amount'] as number;
	const nth = String(item['event_id']).split(':').at(-1);
	return `payment ${String(item['invoice_id'])} ${amount} #${nth}`;
}
