// What a list of 10,000 invoices, deletes and mails of 1,000, unbilled time of 50 projects, and the list behind a locator in an
// account of 10,000 clients cost. All run in n8n's engine in this process; the
// service runs in another and holds every answer back for 20 ms. Needs a built package.
import assert from 'node:assert/strict';
import type { INodeParameters } from 'n8n-workflow';
import type { Store } from '../sandbox/store.mts';
import { documentOf, idsFrom, openArena, type Arena, type ArenaOptions, type Item } from './common/arena.mts';
import { count, report, secondsOf, times, type Figure } from './common/report.mts';
import { inTurn, median, ratio, ROUNDS, type Cost, type Entrant } from './common/rounds.mts';

const INVOICES = 10_000;
const CLIENTS = 10_000;
const MANY = 1_000;
const LATENCY_MS = 20;

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const requestsOf = (costs: readonly Cost[]) => median(costs.map(({ requests }) => requests));
const pages = Array.from({ length: INVOICES / 100 }, (_, index) => ({ page: index + 1 }));

/** Measures this package beside bare requests, 10 at once, in an account of its own. */
async function besideBare(
	{ what, beside }: Pick<Figure, 'what' | 'beside'>,
	account: ArenaOptions,
	entrantsIn: (arena: Arena) => readonly [ours: Entrant, bare: Entrant],
): Promise<Figure> {
	const arena = await openArena(account);
	try {
		const [ours, bare] = entrantsIn(arena);
		const rounds = await inTurn({ 'this package': ours, 'bare requests': bare });
		const { 'this package': costs, 'bare requests': bareCosts } = rounds;
		const means = `${count(requestsOf(costs))} requests, ${secondsOf(costs)}`;
		return { what, beside, figure: times(ratio(costs, bareCosts)), means };
	} finally {
		await arena.close();
	}
}

async function all(): Promise<Figure[]> {
	const words = { what: 'All of 10,000 invoices, with names', beside: 'bare requests for the pages' };
	const account = { invoices: INVOICES, open: INVOICES, latencyMs: LATENCY_MS };
	const page = ({ page: number }: Item) =>
		documentOf(
			'listInvoice',
			`<filter><page>${number}</page><per_page_record>100</per_page_record></filter>`,
		);
	const parameters = { resource: 'invoice', operation: 'getAll', returnAll: true };
	return [
		await besideBare(words, account, (arena) => [
			arena.ours(parameters, () => [{}], { length: INVOICES }),
			arena.bare(page, () => pages, 10),
		]),
	];
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
		const figure = (what: string, costs: readonly Cost[], means: string): Figure => ({
			...{ what, beside: 'one request each', means: `${secondsOf(costs)}; ${means}` },
			figure: `${count(requestsOf(costs))} requests`,
		});
		return [
			figure('1,000 invoices deleted', rounds.deletes, 'a hundred per request'),
			figure('… drafts only', rounds['deletes, drafts only'], 'each is read first'),
			figure('1,000 invoices emailed', rounds.mails, 'lists tell which are open'),
			figure('… ID only, paid ones too', rounds['mails, ID only, paid ones too'], 'nothing is looked at'),
		];
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
	return [
		{
			what: "The editor's list of invoices, 10,000 clients",
			beside: 'the 100 pages of clients',
			figure: `${count(ofNewest)} requests`,
			means: `up to ${count(first)}, then ${count(next)}; a search by number ${count(byNumber)}`,
		},
	];
}

/** Bills the time of a client with 50 projects, as a preview, so that each round finds the same. */
async function unbilled(): Promise<Figure[]> {
	const projects = 50;
	const entries = 10 * projects;
	const what = `${count(entries)} unbilled time entries of ${projects} projects`;
	const account = {
		...{ invoices: 100 * projects, open: 100, latencyMs: LATENCY_MS },
		change: (store: Store) => {
			store.run(`UPDATE project SET client_id = 1, rate = '90.00'`);
			store.run('UPDATE time_entry SET project_id = 1 + id % ?', projects);
			store.run('DELETE FROM time_entry WHERE id > ?', entries);
		},
	};
	const bill = {
		...{ resource: 'invoice', operation: 'createFromTimeTracking', entriesFrom: 'all' },
		...{ clientId: { __rl: true, mode: 'id', value: 1 }, options: { preview: true } },
	};
	const project = ({ id }: Item) => documentOf('getProject', `<project_id>${id}</project_id>`);
	return [
		await besideBare({ what, beside: 'a bare request per project' }, account, (arena) => [
			arena.ours(bill, () => [{}]),
			arena.bare(project, () => idsFrom(1, projects), 10),
		]),
	];
}

const figures: Figure[] = [];
for (const measure of [all, bulk, unbilled, editor]) figures.push(...(await measure()));
report(figures);
