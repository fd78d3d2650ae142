/** The end of every history, which makes every open record differ from all that is remembered of it. */
import type { Service } from './model.mts';
import { isSettled, type Invoice } from './records.mts';

const openOf = (service: Service): Invoice[] =>
	[...service.invoices.values()].filter((invoice) => !invoice.isDeleted && !isSettled(invoice));

/** Gives some of the open invoices due dates ahead, which come nearer and pass. */
export async function comeDue(service: Service, rest: () => Promise<void>): Promise<void> {
	const some = openOf(service).filter(({ id }) => id % 3 === 0);
	for (const invoice of some) service.set(invoice, { due: service.dayIn(invoice.id % 10) });
	for (const days of [0, 2, 4]) {
		service.day += days;
		await rest();
	}
}

export function changeAll(service: Service): void {
	for (const invoice of openOf(service)) {
		service.pay(invoice, 0.37);
		service.set(invoice, { net: (invoice.net * 100 + 11) / 100, client: (invoice.client + 1) % 5 });
	}
	for (const thing of service.things.values()) {
		if (thing.isDeleted) continue;
		if (thing.resource === 'estimate') service.setThing(thing, { status: 'Closed' });
		for (const field of Object.keys(thing.values)) service.edit(thing, field, `new ${field}`);
	}
	service.day += 60;
}

/** Gives some of the overdue invoices another due date that has passed, and then their own again. */
export async function putOffAndBack(service: Service, rest: () => Promise<void>): Promise<void> {
	const some = openOf(service).filter(({ id }) => id % 4 === 0);
	const own = new Map(some.map((invoice) => [invoice, invoice.due]));
	for (const invoice of some) service.set(invoice, { due: service.dayIn(-20) });
	await rest();
	for (const [invoice, due] of own) service.set(invoice, { due });
	await rest();
}
