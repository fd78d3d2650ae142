// What a list of 10,000 invoices, deletes and mails of 1,000, and the list behind a locator in an account of 10,000 clients
// cost. All run in n8n's engine in this process; the service runs in another and holds every answer back for 20 ms. Needs
// a built package.
import assert from 'node:assert/strict';
import { documentOf, idsFrom, openArena, type Item } from './common/arena.ts';
import { atMost, count, plain, printRounds, report, seconds, times, type Figure } from './common/report.ts';
import { inTurn, median, ratio, type Cost } from './common/rounds.ts';

const INVOICES = 10_000;
const CLIENTS = 10_000;
const MANY = 1_000;
const LATENCY_MS = 20;

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const requestsOf = (costs: readonly Cost[]) => median(costs.map(({ requests }) => requests));
const pages = Array.from({ length: INVOICES / 100 }, (_, index) => ({ page: index + 1 }));

async function lists(): Promise<Figure[]> {
	const arena = await openArena({ invoices: INVOICES, open: INVOICES, latencyMs: LATENCY_MS });
	try {
		const all = {
			resource: 'invoice',
			operation: 'getAll',
			returnAll: true,
			options: { includeNames: false },
		};
		const page = ({ page: number }: Item) =>
			documentOf(
				'listInvoice',
				`<filter><page>${number}</page><per_page_record>100</per_page_record></filter>`,
			);
		const rounds = await inTurn({
			'this package': arena.ours(all, () => [{}], { length: INVOICES }),
			'bare requests': arena.bare(page, () => pages, 10),
		});
		printRounds('all of 10,000 invoices', rounds);
		const { 'this package': ours, 'bare requests': bare } = rounds;
		const took = median(ours.map((cost) => cost.seconds));
		return [
			atMost('all of 10,000 invoices: time', took, 0.45, seconds),
			atMost('… requests', requestsOf(ours), 100, count),
			plain('… beside bare requests, 10 at once: time', times(ratio(ours, bare))),
		];
	} finally {
		await arena.close();
	}
}

async function bulk(): Promise<Figure[]> {
	const arena = await openArena({ invoices: INVOICES, open: INVOICES, latencyMs: LATENCY_MS });
	try {
		const mailsServed = async () =>
			(await arena.service.served()).filter(({ method }) => method === 'sendInvoiceMail').length;
		const mailsOf = (what: string) =>
			arena.ours({ ...invoice('send'), options: { return: what } }, () => idsFrom(1 + INVOICES - MANY, MANY));
		const invoice = (operation: string) => ({ resource: 'invoice', operation, invoiceId: byId });
		const rounds = await inTurn({
			deletes: arena.ours(invoice('delete'), (round) => idsFrom(1 + round * MANY, MANY)),
			mails: mailsOf('record'),
			'mails, ID only': { ...mailsOf('id'), served: mailsServed },
		});
		printRounds('1,000 invoices at once', rounds);
		return [
			atMost('1,000 deletes: requests', requestsOf(rounds.deletes), 10, count),
			plain('… time', seconds(median(rounds.deletes.map((cost) => cost.seconds)))),
			atMost('1,000 mails: requests that mail', requestsOf(rounds['mails, ID only']), 10, count),
			plain('… requests in all, as each invoice is read before and after', count(requestsOf(rounds.mails))),
			plain('… time', seconds(median(rounds.mails.map((cost) => cost.seconds)))),
		];
	} finally {
		await arena.close();
	}
}

async function searches(): Promise<Figure[]> {
	const arena = await openArena({
		invoices: INVOICES,
		open: 200,
		moreClients: CLIENTS,
		latencyMs: LATENCY_MS,
	});
	try {
		const { credential } = arena.service;
		const parameters = { resource: 'invoice', operation: 'get' };
		const requestsOfSearch = async (filter: string) => {
			await arena.served();
			const options = { credential, parameters, method: 'searchInvoices', filter };
			assert((await arena.engine.searchList(options)).results.length > 0);
			return count(await arena.served());
		};
		const first = await requestsOfSearch('');
		const next = await requestsOfSearch('');
		return [
			plain('first list of invoices in the editor, among 10,000 clients: requests', first),
			plain('… the next', next),
			plain('… and a search by a number', await requestsOfSearch('00999')),
		];
	} finally {
		await arena.close();
	}
}

const listed = await lists();
const done = await bulk();
report([...listed, ...done, ...(await searches())]);
