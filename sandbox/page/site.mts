import { formatDecimal, hundredths } from '../amounts.mts';
import type { ReceivedRequest, RequestLog } from '../requestLog.mts';
import { ACCOUNT_PURPOSES } from '../seed/index.mts';
import type { Service } from '../service.mts';
import type { Store } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import { element, writeRequest, type Output, type Element } from '../xml.mts';
import * as forms from './forms.mts';
import { nameOf, askAs, Refused, type Form, clientsOf, paymentMethodsOf, taxesOf } from './forms.mts';
import { markup, Html, PAGE_STYLE, live, table, readable } from './html.mts';
import {
	KINDS,
	currencyOf,
	factsOf,
	partsOf,
	rowOf,
	type Subject,
	isKind,
	singularOf,
	type KindName,
	listOf,
} from './records.mts';

interface Shown {
	title: string;
	/** Whose records these are; without one, the page is about the service itself. */
	account?: AccountRow;
	accounts: readonly AccountRow[];
	/** The n8n that this sandbox was started with. */
	n8n?: LinkedN8n;
	/** Whether there is a page about the start. */
	hasStart: boolean;
	/** What the current page is called in the menu. */
	current: string;
	content: Html;
}

/** A whole page. */
function pageOf({ title, account, accounts, n8n, hasStart, current, content }: Shown): string {
	const base = `/${account?.key ?? 'main'}`;
	const name = account && nameOf(account);
	const isCurrent = (text: string) => text === current || text === name;
	const link = (href: string, text: string) =>
		markup`<li><a href="${href}"${isCurrent(text) && markup` aria-current="page"`}>${text}</a></li>`;
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Billing service sandbox</title>
<link rel="icon" href="data:,">
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<header>
<p class="name"><strong>${name ?? 'Billing service sandbox'}</strong>
<span>a made-up billing service on this machine; it sends no email</span></p>
<label class="menu"><input type="checkbox"> Menu</label>
${n8n?.mailboxUrl !== undefined && markup`<a href="${n8n.mailboxUrl}">Open n8n's mailbox</a>`}
${n8n && markup`<a href="${n8n.url}">Open n8n</a>`}
</header>
<div class="columns">
<nav aria-label="Pages">
${hasStart && markup`<ul>${link('/', 'Start')}</ul>`}
<ul>${Object.entries(KINDS).map(([kind, { title }]) => link(`${base}/${kind}`, title))}</ul>
<ul>${link('/requests', 'Requests')}${link('/tokens', 'Tokens')}</ul>
<p class="label">Account</p>
<ul>${accounts.map((one) => link(`/${one.key}/invoice`, nameOf(one)))}</ul>
</nav>
<main>
<h1>${title}</h1>
${content}
</main>
</div>
</body>
</html>
`.text;
}

/** Something to read, and where it leads. */
interface Line {
	text: string;
	url?: string;
}

/** A step of the program that started this sandbox, such as n8n's installation. */
export interface StartStep {
	title: string;
	state: 'done' | 'running' | 'now' | 'next';
	lines: readonly Line[];
}

const MARKS = { done: '✓', running: '…', now: '→', next: '' } as const;
const WORDS = { done: 'done', running: 'running', now: 'now', next: 'comes next' } as const;

const lineOf = ({ text, url }: Line): Html =>
	markup`<li>${url === undefined ? text : markup`<a href="${url}">${text}</a>`}</li>`;

/** What happened since the start, what happens now, and what comes next. */
const startPage = (steps: readonly StartStep[]): Html =>
	live(
		markup`<ol class="start">${steps.map(
			({ title, state, lines }) => markup`<li>
<h2>${title} <span class="quiet"><span aria-hidden="true">${MARKS[state]}</span> ${WORDS[state]}</span></h2>
<ul>${lines.map(lineOf)}</ul></li>`,
		)}</ol>`,
	);

/** A workflow of an n8n that watches this service. */
interface Watcher {
	name: string;
	/** Its page in n8n's editor. */
	url: string;
	/** The events that its trigger reports, by their names in the node, such as `invoiceCreated`. */
	events: readonly string[];
	isPublished: boolean;
}

/** An n8n that was started with the sandbox: its address, where its mails land, and its workflows that watch the service. */
export interface LinkedN8n {
	url: string;
	mailboxUrl?: string;
	watchers: readonly Watcher[];
}

/** What an owner can do on the page: the sentence that says so, and the event that a trigger makes of it, with its label. */
const ACTIONS = {
	invoice: ['The invoice is created.', 'invoiceCreated', 'Invoice Created'],
	payment: ['The payment is recorded.', 'paymentRecorded', 'Payment Recorded'],
} as const;

type Action = keyof typeof ACTIONS;

const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);

/** Says what was done, and which workflows will notice it and when. */
function noticeOf(action: Action, watchers: readonly Watcher[], isDraft: boolean): Html {
	const [sentence, event, label] = ACTIONS[action];
	const noticing = watchers.filter(({ events }) => events.includes(event));
	const later = isDraft
		? markup`It is a draft: <em>${label}</em> comes when it is sent, unless the trigger includes drafts.`
		: markup`The next poll of an <em>XML Billing Trigger</em> reports it as <em>${label}</em>.`;
	const none = noticing.length === 0 && markup`<p>No example watches for this event.</p>`;
	return markup`<div class="notice" role="status"><p>${sentence} ${later}</p>${none}
<ul>${noticing.map(itemOf)}</ul></div>`;
}

function itemOf({ name, url, isPublished }: Watcher): Html {
	const when = isPublished
		? 'notices within a minute: see its Executions.'
		: 'would notice: publish it in n8n.';
	return markup`<li><a href="${isPublished ? `${url}/executions` : url}">${name}</a> ${when}</li>`;
}

const SHOWN = 300;
const GONE = 'It is no longer kept.';

/** What a trigger's polls and the editor's lists do. */
const onlyReads = ({ method }: ReceivedRequest): boolean => /^(get|list)/.test(method);

const timeOf = ({ at }: ReceivedRequest): string => new Date(at).toTimeString().slice(0, 8);

/** What accounts are called, by their keys. */
type Names = ReadonlyMap<string, string>;

/** The newest requests first. Those that only read are folded, since polls come every minute. */
function requestsList({ entries }: RequestLog, names: Names): Html {
	const recent = entries.slice(-SHOWN).reverse();
	return markup`<p class="quiet">${recent.length === 0 ? 'No requests yet.' : 'The newest first.'}
Requests that only read, such as a trigger's polls, are folded.
What you do on these pages is not listed: it is no request from outside.</p>
<div class="even">${groupsOf(recent).map((group) => groupOf(group, names))}</div>`;
}

/** Requests that only read and follow each other, or those between them. */
function groupsOf(requests: readonly ReceivedRequest[]): ReceivedRequest[][] {
	const groups: ReceivedRequest[][] = [];
	for (const request of requests) {
		const [last] = groups.at(-1) ?? [];
		if (last !== undefined && onlyReads(last) === onlyReads(request)) groups.at(-1)?.push(request);
		else groups.push([request]);
	}
	return groups;
}

function groupOf(requests: readonly ReceivedRequest[], names: Names): Html {
	const [newest] = requests;
	const oldest = requests.at(-1);
	if (newest === undefined || oldest === undefined) return markup``;
	const columns = ['Time', 'Method', 'Account', 'Status', 'Took', 'Fault'];
	const rows = requests.map((request) => requestRow(request, names));
	const shown = table(columns, rows);
	if (!onlyReads(newest)) return shown;
	const times = newest === oldest ? timeOf(newest) : `${timeOf(oldest)} to ${timeOf(newest)}`;
	const count = `${requests.length} ${requests.length === 1 ? 'read' : 'reads'}`;
	return markup`<details id="reads-${oldest.place}"><summary>${count}, ${times}</summary>${shown}</details>`;
}

function requestRow(request: ReceivedRequest, names: Names): Array<Html | string> {
	const { place, method, status, fault = '', account = '', durationMs } = request;
	return [
		timeOf(request),
		markup`<a href="/requests/${place}">${method === '' ? '(not readable)' : method}</a>`,
		names.get(account) ?? '',
		markup`<span class="${status === 200 ? 'good' : 'bad'}">${status ?? 'none'}</span>`,
		`${durationMs.toFixed(0)} ms`,
		fault,
	];
}

/** One request with its document and the answer, as far as they are kept. */
function requestPage(request: ReceivedRequest, names: Names): Html {
	const { method, account = '', status = 'none', fault, unknownElements, answer } = request;
	const sent = request.request && writeRequest(method, request.request.children.map(outputOf));
	const facts = [
		`${timeOf(request)}, from ${names.get(account) ?? 'an unknown account'}`,
		`Status: ${status}`,
		...(fault === undefined ? [] : [`Fault: ${fault}`]),
	];
	const ignored =
		unknownElements.length > 0 && markup`<p>The service ignored ${unknownElements.join(', ')}.</p>`;
	const shown = (document: string | undefined) => (document === undefined ? GONE : indented(document));
	return markup`<p>${facts.join('. ')}.</p>${ignored}
<h2>Request</h2><pre tabindex="0">${shown(sent)}</pre>
<h2>Answer</h2><pre tabindex="0">${shown(answer)}</pre>`;
}

const outputOf = ({ name, text, children }: Element): Output =>
	element(name, children.length === 0 ? text : children.map(outputOf));

/** A document with each element on a line of its own. */
function indented(document: string): string {
	let depth = 0;
	return document
		.replace(/>\s*</g, '>\n<')
		.split('\n')
		.map((line) => {
			if (line.startsWith('</')) depth -= 1;
			const shown = '  '.repeat(depth) + line;
			if (/^<[^/?!][^>]*[^/]>$/.test(line)) depth += 1;
			return shown;
		})
		.join('\n');
}

/** What the pages show and change. */
interface SiteParts {
	store: Store;
	log: RequestLog;
	service: Service;
	/** The n8n beside this sandbox, if there is one. */
	n8n: () => LinkedN8n | undefined;
	/** What the program that started this sandbox does beside it. */
	steps: () => readonly StartStep[];
	/** What the credential in n8n has to name. */
	baseUrl: () => string;
}

/** What a browser asks for. */
interface Visit {
	isPost: boolean;
	path: string;
	query: URLSearchParams;
	form: Form;
}

/** A page, or the address to go on to. */
type Reply = { status: number; page: string } | { location: string };

/** What was filled in, and why it was refused. */
interface Failure {
	message: string;
	form: Form;
}

/** The billing service as its owner sees it: pages that are made here and work without scripts. */
export class Site {
	private readonly parts: SiteParts;

	constructor(parts: SiteParts) {
		this.parts = parts;
	}

	get isOpen(): boolean {
		return this.parts.service.isOpen;
	}

	/** Answers a visit. Where there is no page, it says so, as a hosted service does. */
	answer({ isPost, path, query, form }: Visit): Reply {
		const [first = '', second = '', third = '', action = ''] = path.slice(1).split('/');
		if (first === '') return this.start();
		if (first === 'requests') return this.requests(second);
		if (first === 'tokens') return this.tokens();
		const account = this.accounts().find(({ key }) => key === first);
		if (account === undefined) return this.nowhere();
		if (second === '') return { location: `/${first}/invoice` };
		if (!isKind(second)) return this.nowhere();
		if (isPost) return second === 'invoice' ? this.act(account, third, action, form) : this.nowhere();
		const { title } = KINDS[second];
		if (third === '')
			return this.show(title, title, listOf(this.parts.store, account, second, query), account);
		if (third === 'new') return second === 'invoice' ? this.blank(account) : this.nowhere();
		return this.record(account, second, Number(third), query.get('done') ?? '');
	}

	private accounts(): AccountRow[] {
		return this.parts.store.all<AccountRow>(`SELECT * FROM account WHERE state = 'active' ORDER BY id`);
	}

	private show(title: string, current: string, content: Html, account?: AccountRow, status = 200): Reply {
		const n8n = this.parts.n8n();
		const hasStart = this.parts.steps().length > 0;
		const accounts = this.accounts();
		return { status, page: pageOf({ title, account, accounts, n8n, hasStart, current, content }) };
	}

	/** The first page: the steps of the start, or the invoices if there are none. */
	private start(): Reply {
		const steps = this.parts.steps();
		if (steps.length === 0) return { location: '/main/invoice' };
		return this.show('What Happens Now', 'Start', startPage(steps));
	}

	private nowhere(): Reply {
		const content = markup`<p>There is no such page. The base URL for n8n is on the page <a href="/tokens">Tokens</a>.</p>`;
		return this.show('Page Not Found', '', content, undefined, 404);
	}

	/** Says that a record is missing, and where the others are. */
	private missing(what: string, others: string, address: string, account?: AccountRow): Reply {
		const content = markup`<p>There is no such ${what.toLowerCase()}, or no longer. See <a href="${address}">${others}</a>.</p>`;
		return this.show(`${what} Not Found`, others, content, account, 404);
	}

	/** The record of an account. */
	private subject(account: AccountRow, kind: KindName, id: number): Subject | undefined {
		const { store } = this.parts;
		const row = Number.isSafeInteger(id) ? rowOf(store, kind, id) : undefined;
		const owned = kind === 'payment' ? rowOf(store, 'invoice', Number(row?.invoice_id)) : row;
		if (row === undefined || owned?.account_id !== account.id) return undefined;
		return { store, base: `/${account.key}`, kind, row, id, currency: currencyOf(store, account, kind, row) };
	}

	private record(account: AccountRow, kind: KindName, id: number, action: string, failure?: Failure): Reply {
		const subject = this.subject(account, kind, id);
		const { title } = KINDS[kind];
		const singular = singularOf(kind);
		if (subject === undefined) return this.missing(singular, title, `/${account.key}/${kind}`, account);
		const { row } = subject;
		const { n8n } = this.parts;
		const called = row.number ?? row.organization ?? row.subject ?? row.name ?? id;
		const content = markup`${isAction(action) && noticeOf(action, n8n()?.watchers ?? [], row.invoice_status === 'Draft')}
${errorOf(failure)}${factsOf(subject)}${kind === 'invoice' && this.settlement(account, subject, failure)}
${partsOf(subject)}`;
		return this.show(`${singular} ${String(called)}`, title, content, account, statusOf(failure));
	}

	/** The form of a payment if something is due, or what was paid too much. */
	private settlement(account: AccountRow, subject: Subject, failure?: Failure): Html | false {
		const outstanding = hundredths(String(subject.row.outstanding));
		const isDue = outstanding > 0n && subject.row.status === 'Active';
		const form = isDue && forms.markupOf(this.payment(account, subject), failure?.form);
		if (outstanding >= 0n) return form && markup`<h2>Record a Payment</h2>${form}`;
		const excess = readable(`${formatDecimal(-outstanding)} ${subject.currency}`);
		return markup`<p class="notice">Overpaid by ${excess}.</p>`;
	}

	private payment(account: AccountRow, subject: Subject): forms.FormShape {
		return forms.paymentForm(subject, paymentMethodsOf(this.parts.store, account));
	}

	/** The form of a new invoice. */
	private creation(account: AccountRow): forms.FormShape {
		const { store } = this.parts;
		return forms.invoiceForm(`/${account.key}`, clientsOf(store, account), taxesOf(store, account));
	}

	private blank(account: AccountRow, failure?: Failure): Reply {
		const content = markup`${errorOf(failure)}${forms.markupOf(this.creation(account), failure?.form)}`;
		return this.show('New Invoice', KINDS.invoice.title, content, account, statusOf(failure));
	}

	/** Creates an invoice, or records a payment of one. */
	private act(account: AccountRow, id: string, action: string, form: Form): Reply {
		const attempt = (shape: forms.FormShape, done: Action, otherwise: (failure: Failure) => Reply): Reply => {
			try {
				forms.check(shape, form);
				const shown = shape.send(askAs(this.parts.service, account), form);
				return { location: `/${account.key}/invoice/${shown}?done=${done}` };
			} catch (error) {
				if (error instanceof Refused) return otherwise({ message: error.message, form });
				throw error;
			}
		};
		if (id === '')
			return attempt(this.creation(account), 'invoice', (failure) => this.blank(account, failure));
		const subject = this.subject(account, 'invoice', Number(id));
		if (subject === undefined) return this.record(account, 'invoice', Number(id), '');
		if (action !== 'payment') return this.nowhere();
		return attempt(this.payment(account, subject), 'payment', (failure) =>
			this.record(account, 'invoice', subject.id, '', failure),
		);
	}

	private requests(place: string): Reply {
		const { log, store } = this.parts;
		const names = new Map(
			store.all<AccountRow>('SELECT * FROM account').map((account) => [account.key, nameOf(account)]),
		);
		if (place === '') return this.show('Requests', 'Requests', live(requestsList(log, names)));
		const request = log.entries.find((entry) => String(entry.place) === place);
		return request === undefined
			? this.missing('Request', 'Requests', '/requests')
			: this.show(`Request ${request.method}`, 'Requests', requestPage(request, names));
	}

	private tokens(): Reply {
		const { store, baseUrl } = this.parts;
		const accounts = store.all<AccountRow>('SELECT * FROM account ORDER BY id');
		const rows = accounts.map((account) => [
			markup`<code>${account.token}</code>`,
			nameOf(account),
			account.currency_code,
			ACCOUNT_PURPOSES[account.key],
		]);
		const columns = ['Token', 'Company', 'Currency', 'What It Is For'];
		const content = markup`<p>In n8n, create a credential of the type <em>XML Billing (Invoicera) API</em>. Its Base URL is
<code>${baseUrl()}</code>, its Token one of these:</p>${table(columns, rows)}`;
		return this.show('Tokens', 'Tokens', content);
	}
}

const statusOf = (failure: Failure | undefined): number => (failure === undefined ? 200 : 400);

const errorOf = (failure: Failure | undefined): Html | undefined =>
	failure && markup`<div class="error" role="alert"><p>Nothing was changed. ${failure.message}</p></div>`;
