import type { ReceivedRequest, RequestLog } from '../requestLog.mts';
import { ACCOUNT_PURPOSES } from '../seed/index.mts';
import type { Service } from '../service.mts';
import type { Store } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import { element, writeRequest, type Output, type Element } from '../xml.mts';
import {
	ACTIONS,
	askAs,
	check,
	formsOf,
	invoiceForm,
	markupOf,
	nameOf,
	Refused,
	type Action,
	type Form,
} from './forms.mts';
import { markup, type Html, live, pageOf, table } from './html.mts';
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

const STATES = { done: '✓ done', running: '… running', now: '→ now', next: 'comes next' } as const;

const lineOf = ({ text, url }: Line): Html =>
	markup`<li>${url === undefined ? text : markup`<a href="${url}">${text}</a>`}</li>`;

/** What happened since the start, what happens now, and what comes next. */
const startPage = (steps: readonly StartStep[]): Html =>
	live(
		markup`<ol class="start">${steps.map(
			({ title, state, lines }) => markup`<li>
<h2>${title} <span class="quiet">${STATES[state]}</span></h2>
<ul>${lines.map(lineOf)}</ul></li>`,
		)}</ol>`,
	);

/** An n8n that was started with the sandbox: its address, and where its mails land. */
export interface LinkedN8n {
	url: string;
	mailboxUrl?: string;
}

const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);

/** Says what was done, and which workflows notice it. */
function noticeOf(action: Action, n8n: LinkedN8n | undefined, isDraft: boolean): Html {
	const [sentence, events] = ACTIONS[action];
	return markup`<div class="notice" role="status"><p>${sentence} Your published workflows whose <em>XML Billing Trigger</em> watches for
<em>${events}</em> notice it at their next poll${isDraft && ' after it is sent, or, if they include drafts, at their next one'}.
${n8n && markup`<a href="${n8n.url}/home/executions">See n8n's executions</a>`}</p></div>`;
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
	const rows = requests.map((request) => [
		timeOf(request),
		markup`<a href="/requests/${request.place}">${request.method || '(not readable)'}</a>`,
		names.get(request.account ?? ''),
		markup`<span class="${request.status === 200 ? 'good' : 'bad'}">${request.status ?? 'none'}</span>`,
		`${request.durationMs.toFixed(0)} ms`,
		request.fault,
	]);
	const shown = table(['Time', 'Method', 'Account', 'Status', 'Took', 'Fault'], rows);
	if (!onlyReads(newest)) return shown;
	const times = newest === oldest ? timeOf(newest) : `${timeOf(oldest)} to ${timeOf(newest)}`;
	const count = `${requests.length} ${requests.length === 1 ? 'read' : 'reads'}`;
	return markup`<details id="reads-${oldest.place}"><summary>${count}, ${times}</summary>${shown}</details>`;
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
	does: string;
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
		const account = this.accounts().find(({ key, state }) => key === first && state === 'active');
		if (account === undefined) return this.nowhere();
		if (second === '') return { location: `/${first}/invoice` };
		if (!isKind(second)) return this.nowhere();
		if (isPost) return this.act(account, second, third, action, form);
		const { title } = KINDS[second];
		if (third === '')
			return this.show(title, title, listOf(this.parts.store, account, second, query), account);
		if (third === 'new') return second === 'invoice' ? this.blank(account) : this.nowhere();
		return this.record(account, second, Number(third), query.get('done') ?? '');
	}

	private accounts(): AccountRow[] {
		return this.parts.store.all<AccountRow>('SELECT * FROM account ORDER BY id');
	}

	private show(title: string, current: string, content: Html, account?: AccountRow, status = 200): Reply {
		const { n8n, steps } = this.parts;
		const name = account && nameOf(account);
		const link = (href: string, text: string) =>
			markup`<li><a href="${href}"${[current, name].includes(text) && markup` aria-current="page"`}>${text}</a></li>`;
		const kinds = Object.entries(KINDS);
		const menu = markup`<nav aria-label="Pages">
${steps().length > 0 && markup`<ul>${link('/', 'Start')}</ul>`}
<ul>${kinds.map(([kind, { title }]) => link(`/${account?.key ?? 'main'}/${kind}`, title))}</ul>
<ul>${link('/requests', 'Requests')}${link('/tokens', 'Tokens')}</ul>
<p class="label">Account</p>
<ul>${this.accounts()
			.filter(({ state }) => state === 'active')
			.map((one) => link(`/${one.key}/invoice`, nameOf(one)))}</ul>
</nav>`;
		const site = 'Billing service sandbox';
		const about = markup`a made-up billing service on this machine; it sends no email`;
		const links = { "Open n8n's mailbox": n8n()?.mailboxUrl, 'Open n8n': n8n()?.url };
		return { status, page: pageOf({ title, site, name: name ?? site, about, links, menu, content }) };
	}

	/** The first page: the steps of the start, or the invoices if there are none. */
	private start(): Reply {
		const steps = this.parts.steps();
		if (steps.length === 0) return { location: '/main/invoice' };
		return this.show('What Happens Now', 'Start', startPage(steps));
	}

	private nowhere(account?: AccountRow): Reply {
		const content = markup`<p>There is no such page or record, or no longer. The base URL for n8n is on the page <a href="/tokens">Tokens</a>.</p>`;
		return this.show('Not Found', '', content, account, 404);
	}

	/** The record of an account. */
	private subject(account: AccountRow, kind: KindName, id: number): Subject | undefined {
		const { store } = this.parts;
		const row = Number.isSafeInteger(id) ? rowOf(store, kind, id) : undefined;
		const owned = kind === 'payment' ? rowOf(store, 'invoice', Number(row?.invoice_id)) : row;
		if (row === undefined || owned?.account_id !== account.id) return undefined;
		return { store, base: `/${account.key}`, kind, row, id, currency: currencyOf(store, account, kind, row) };
	}

	private record(account: AccountRow, kind: KindName, id: number, done: string, failure?: Failure): Reply {
		const subject = this.subject(account, kind, id);
		if (subject === undefined) return this.nowhere(account);
		const { row } = subject;
		const called = row.number ?? row.organization ?? row.subject ?? row.name ?? id;
		const forms = formsOf(subject).map((shape) =>
			markupOf(shape, failure?.does === shape.does ? failure.form : undefined),
		);
		const notice = isAction(done) && noticeOf(done, this.parts.n8n(), row.invoice_status === 'Draft');
		const content = markup`${notice}${errorOf(failure)}${factsOf(subject)}${forms}${partsOf(subject)}`;
		const title = `${singularOf(kind)} ${String(called)}`;
		return this.show(title, KINDS[kind].title, content, account, statusOf(failure));
	}

	/** The form of a new invoice. */
	private blank(account: AccountRow, failure?: Failure): Reply {
		const form = markupOf(invoiceForm(this.parts.store, account), failure?.form);
		const content = markup`${errorOf(failure)}${form}`;
		return this.show('New Invoice', KINDS.invoice.title, content, account, statusOf(failure));
	}

	/** Does what a form says: that of a new invoice, or one of a record. */
	private act(account: AccountRow, kind: KindName, id: string, action: string, form: Form): Reply {
		const { store, service } = this.parts;
		const subject = this.subject(account, kind, Number(id));
		const isNew = kind === 'invoice' && id === '';
		if (!isNew && (subject === undefined || !isAction(action))) return this.nowhere(account);
		try {
			const shape = subject
				? formsOf(subject).find(({ does }) => does === action)
				: invoiceForm(store, account);
			if (shape === undefined) throw new Refused('That is no longer possible here.');
			check(shape, form);
			return { location: `${shape.send(askAs(service, account), form)}?done=${shape.does}` };
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			const failure = { message: error.message, does: action, form };
			return subject ? this.record(account, kind, subject.id, '', failure) : this.blank(account, failure);
		}
	}

	private requests(place: string): Reply {
		const { log } = this.parts;
		const names = new Map(this.accounts().map((account) => [account.key, nameOf(account)]));
		if (place === '') return this.show('Requests', 'Requests', live(requestsList(log, names)));
		const request = log.entries.find((entry) => String(entry.place) === place);
		return request === undefined
			? this.nowhere()
			: this.show(`Request ${request.method}`, 'Requests', requestPage(request, names));
	}

	private tokens(): Reply {
		const rows = this.accounts().map((account) => [
			markup`<code>${account.token}</code>`,
			nameOf(account),
			account.currency_code,
			ACCOUNT_PURPOSES[account.key],
		]);
		const columns = ['Token', 'Company', 'Currency', 'What It Is For'];
		const content = markup`<p>In n8n, create a credential of the type <em>XML Billing (Invoicera) API</em>. Its Base URL is
<code>${this.parts.baseUrl()}</code>, its Token one of these:</p>${table(columns, rows)}`;
		return this.show('Tokens', 'Tokens', content);
	}
}

const statusOf = (failure: Failure | undefined): number => (failure === undefined ? 200 : 400);

const errorOf = (failure: Failure | undefined): Html | undefined =>
	failure && markup`<div class="error" role="alert"><p>Nothing was changed. ${failure.message}</p></div>`;
