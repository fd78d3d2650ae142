// What a list of 10,000 invoices, deletes and mails of 1,000, and the list behind a locator in an account of 10,000 clients
// cost. All run in n8n's engine in this process; the service runs in another and holds every answer back for 20 ms. Needs
// a built package.
import assert from 'node:assert/strict';
import type { INodeParameters } from 'n8n-workflow';
import { documentOf, idsFrom, openArena, type Item } from './common/arena.ts';
import { atMost, count, plain, printRounds, report, seconds, times, type Figure } from './common/report.ts';
import { inTurn, median, ratio, ROUNDS, type Cost } from './common/rounds.ts';

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

/** Deletes and mails of drafts, which is what people mail. */
async function bulk(): Promise<Figure[]> {
	const invoices = (2 * (ROUNDS + 1) + 1) * MANY;
	const arena = await openArena({ invoices, open: invoices, statuses: ['Draft'], latencyMs: LATENCY_MS });
	try {
		const invoice = (operation: string) => ({ resource: 'invoice', operation, invoiceId: byId });
		const oldest = (nth: number) => idsFrom(1 + nth * MANY, MANY);
		const mailsOf = (options: INodeParameters) =>
			arena.ours({ ...invoice('send'), options }, () => idsFrom(1 + invoices - MANY, MANY));
		const limits = { allowDeleting: 'drafts' };
		const rounds = await inTurn({
			deletes: arena.ours(invoice('delete'), (round) => oldest(2 * round)),
			'deletes, drafts only': arena.ours(invoice('delete'), (round) => oldest(2 * round + 1), { limits }),
			mails: mailsOf({}),
			'mails, ID only, paid ones too': mailsOf({ return: 'id', sendPaid: true }),
		});
		printRounds('1,000 drafts at once', rounds);
		const goals = {
			deletes: 10,
			'deletes, drafts only': 1_010,
			mails: 60,
			'mails, ID only, paid ones too': 10,
		};
		return Object.entries(goals).flatMap(([what, goal]) => {
			const costs = rounds[what as keyof typeof goals]; // the same keys
			return [
				atMost(`1,000 ${what}: requests`, requestsOf(costs), goal, count),
				plain('… time', seconds(median(costs.map((cost) => cost.seconds)))),
			];
		});
	} finally {
		await arena.close();
	}
}

/** @param areOlder whether the newest clients are those of the invoices */
async function searches(areOlder: boolean): Promise<number[]> {
	const arena = await openArena({
		...{ invoices: INVOICES, open: 200 },
		...{ moreClients: CLIENTS, areOlder, latencyMs: LATENCY_MS },
	});
	try {
		const { credential } = arena.service;
		const parameters = { resource: 'invoice', operation: 'get' };
		const counts: number[] = [];
		for (const filter of ['', '', '00999']) {
			await arena.served();
			const options = { credential, parameters, method: 'searchInvoices', filter };
			assert((await arena.engine.searchList(options)).results.length > 0);
			counts.push(await arena.served());
		}
		return counts;
	} finally {
		await arena.close();
	}
}

async function editor(): Promise<Figure[]> {
	const [ofNewest = 0] = await searches(true);
	const [first = 0, next = 0, byNumber = 0] = await searches(false);
	const what = 'first list of invoices in the editor, among 10,000 clients: requests';
	return [
		atMost(what, ofNewest, 3, count),
		plain('… if the newest 100 are not enough', count(first)),
		plain('… the next', count(next)),
		plain('… and a search by a number', count(byNumber)),
	];
}

const listed = await lists();
const done = await bulk();
report([...listed, ...done, ...(await editor())]);
