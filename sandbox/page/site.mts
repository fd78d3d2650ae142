import type { ReceivedRequest, RequestLog } from '../requestLog.mts';
import { ACCOUNT_PURPOSES } from '../seed/index.mts';
import type { Service } from '../service.mts';
import type { Store } from '../store.mts';
import type { AccountRow } from '../tables.mts';
import { isNameIn } from '../values.mts';
import { element, writeRequest, type Output, type Element } from '../xml.mts';
import {
	ACTIONS,
	askAs,
	formsOf,
	invoiceForm,
	Refused,
	type Action,
	type Form,
	type FormShape,
} from './forms.mts';
import { input, live, markup, pageOf, table, type Html } from './html.mts';
import { factsOf, KINDS, listOf, partsOf, singularOf, subjectOf, type KindName } from './records.mts';

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

/** What happened since the start, what happens now, and what comes next. */
function startPage(steps: readonly StartStep[]): Html {
	const lineOf = ({ text, url }: Line) =>
		markup`<li>${url ? markup`<a href="${url}">${text}</a>` : text}</li>`;
	const shown = steps.map(
		({ title, state, lines }) => markup`<li>
<h2>${title} <span class="quiet">${STATES[state]}</span></h2>
<ul>${lines.map(lineOf)}</ul></li>`,
	);
	return live(markup`<ol class="start">${shown}</ol>`);
}

/** An n8n that was started with the sandbox: its address, and where its mails land. */
export interface LinkedN8n {
	url: string;
	mailboxUrl?: string;
}

/** Says what was done, and which workflows notice it. */
function noticeOf(action: Action, n8n: LinkedN8n | undefined, isDraft: boolean): Html {
	const [sentence, events] = ACTIONS[action];
	return markup`<div class="notice" role="status"><p>${sentence} Your published workflows whose <em>XML Billing Trigger</em> watches for
<em>${events}</em> notice it at their next poll${isDraft && ' after it is sent, or, if they include drafts, at their next one'}.
${n8n && markup`<a href="${n8n.url}/home/executions">See n8n's executions</a>`}</p></div>`;
}

const SHOWN = 300;

const timeOf = ({ at }: ReceivedRequest): string => new Date(at).toTimeString().slice(0, 8);

/** What an account is called. The interface allows one without a company. */
const nameOf = ({ company }: AccountRow): string => company || 'Unnamed Account';

type Names = ReadonlyMap<string, string>;

/** The newest requests first. Those that only read are folded, since polls come every minute. */
function requestsList({ entries }: RequestLog, names: Names): Html {
	const recent = entries.slice(-SHOWN).reverse();
	const onlyReads = ({ method }: ReceivedRequest) => /^(get|list)/.test(method);
	const reads = recent.filter(onlyReads);
	const listed = (requests: readonly ReceivedRequest[]) =>
		table(
			['Time', 'Method', 'Account', 'Status', 'Took', 'Fault'],
			requests.map((request) => [
				timeOf(request),
				markup`<a href="/requests/${request.place}">${request.method || '(not readable)'}</a>`,
				names.get(request.account ?? ''),
				markup`<span${request.status !== 200 && markup` class="bad"`}>${request.status ?? 'none'}</span>`,
				`${request.durationMs.toFixed(0)} ms`,
				request.fault,
			]),
		);
	return markup`<p class="quiet">The newest first. What you do on these pages is not listed: it is no request from outside.</p>
${listed(recent.filter((request) => !onlyReads(request)))}
<details id="reads"><summary>${reads.length} that only read, such as a trigger's polls</summary>${listed(reads)}</details>`;
}

/** One request with its document and the answer, as far as they are kept. */
function requestPage(request: ReceivedRequest, names: Names): Html {
	const { method, account = '', status = 'none', fault, unknownElements, answer } = request;
	const sent = request.request && writeRequest(method, request.request.children.map(outputOf));
	const ignored =
		unknownElements.length > 0 && markup`<p>The service ignored ${unknownElements.join(', ')}.</p>`;
	const shown = (document = 'It is no longer kept.') => indented(document);
	return markup`<p>${timeOf(request)}, from ${names.get(account) ?? 'an unknown account'}. Status: ${status}.${fault && ` Fault: ${fault}.`}</p>${ignored}
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

type Reply = { status: number; page: string } | { location: string };

/** What was filled in, and why it was refused. */
interface Failure {
	message: string;
	does: string;
	form: Form;
}

/** The billing service as its owner sees it: pages that are made here and work without scripts. */
export class Site {
	/** The n8n beside this sandbox, if there is one. */
	n8n?: LinkedN8n;
	/** What the program that started this sandbox does beside it. */
	steps: () => readonly StartStep[] = () => [];
	/** What the credential in n8n has to name. */
	baseUrl = '';
	private readonly parts;

	constructor(parts: { store: Store; log: RequestLog; service: Service }) {
		this.parts = parts;
	}

	/** Answers a visit, or a form that is sent. Where there is no page, it says so, as a hosted service does. */
	answer({ pathname, searchParams }: URL, form?: Form): Reply {
		const { store } = this.parts;
		const [first = '', second = '', id = '', action = ''] = pathname.slice(1).split('/');
		if (first === '')
			return this.steps().length === 0
				? { location: '/main/invoice' }
				: this.show('What Happens Now', 'Start', startPage(this.steps()));
		if (first === 'requests') return this.requests(second);
		if (first === 'tokens') return this.tokens();
		const account = this.accounts().find(({ key, state }) => key === first && state === 'active');
		if (account === undefined) return this.nowhere();
		if (second === '') return { location: `/${first}/invoice` };
		if (!isNameIn(KINDS, second)) return this.nowhere();
		if (form) return this.act(account, second, id, action, form);
		const { title } = KINDS[second];
		if (id === '') return this.show(title, title, listOf({ store, account }, second), account);
		return this.record(account, second, id, searchParams.get('done') ?? '');
	}

	private accounts(): AccountRow[] {
		return this.parts.store.all<AccountRow>('SELECT * FROM account ORDER BY id');
	}

	private show(title: string, current: string, content: Html, account?: AccountRow, status = 200): Reply {
		const name = account && nameOf(account);
		const link = (href: string, text: string) =>
			markup`<li><a href="${href}"${[current, name].includes(text) && markup` aria-current="page"`}>${text}</a></li>`;
		const kinds = Object.entries(KINDS);
		const active = this.accounts().filter(({ state }) => state === 'active');
		const menu = markup`<nav aria-label="Pages">
${this.steps().length > 0 && markup`<ul>${link('/', 'Start')}</ul>`}
<ul>${kinds.map(([kind, { title }]) => link(`/${account?.key ?? 'main'}/${kind}`, title))}</ul>
<ul>${link('/requests', 'Requests')}${link('/tokens', 'Tokens')}</ul>
<p>Account</p>
<ul>${active.map((one) => link(`/${one.key}/invoice`, nameOf(one)))}</ul>
</nav>`;
		const site = 'Billing service sandbox';
		const about = markup`a made-up billing service on this machine; it sends no email`;
		const links = { "Open n8n's mailbox": this.n8n?.mailboxUrl, 'Open n8n': this.n8n?.url };
		return { status, page: pageOf({ title, site, name: name ?? site, about, links, menu, content }) };
	}

	private nowhere(account?: AccountRow): Reply {
		const content = markup`<p>There is no such page or record, or no longer. The base URL for n8n is on the page <a href="/tokens">Tokens</a>.</p>`;
		return this.show('Not Found', '', content, account, 404);
	}

	/** A record and the forms of what can be done to it; the form of a new invoice has no record yet. */
	private lookUp(account: AccountRow, kind: KindName, id: string) {
		const { store, service } = this.parts;
		const view = { store, account };
		const ask = askAs(service, account);
		if (kind === 'invoice' && id === 'new') return { forms: [invoiceForm(view, ask)] };
		const subject = subjectOf(view, kind, id);
		return subject && { subject, forms: formsOf(subject, ask) };
	}

	private record(account: AccountRow, kind: KindName, id: string, done: string, failure?: Failure): Reply {
		const found = this.lookUp(account, kind, id);
		if (found === undefined) return this.nowhere(account);
		const { subject, forms } = found;
		const { number, organization, subject: topic, name } = subject?.row ?? { name: '' };
		const title = subject
			? `${singularOf(kind)} ${number ?? organization ?? topic ?? name ?? id}`
			: 'New Invoice';
		const error =
			failure && markup`<div class="error" role="alert"><p>Nothing was changed. ${failure.message}</p></div>`;
		const content = markup`
${isNameIn(ACTIONS, done) && noticeOf(done, this.n8n, subject?.row['invoice_status'] === 'Draft')}${error}
${subject && factsOf(subject)}
${forms.map((shape) => formOf(`/${account.key}/${kind}/${id}/${shape.does}`, shape, failure))}
${subject && partsOf(subject)}`;
		return this.show(title, KINDS[kind].title, content, account, failure ? 400 : 200);
	}

	private act(account: AccountRow, kind: KindName, id: string, does: string, form: Form): Reply {
		const found = this.lookUp(account, kind, id);
		if (found === undefined || !isNameIn(ACTIONS, does)) return this.nowhere(account);
		try {
			const shape = found.forms.find((one) => one.does === does);
			if (shape === undefined) throw new Refused('That is no longer possible here.');
			return { location: `/${account.key}/${shape.send(form)}?done=${does}` };
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			return this.record(account, kind, id, '', { message: error.message, does, form });
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
<code>${this.baseUrl}</code>, its Token one of these:</p>${table(columns, rows)}`;
		return this.show('Tokens', 'Tokens', content);
	}
}

/** A form, with what was filled in before if it was refused. */
function formOf(address: string, { does, submit, fields }: FormShape, failure?: Failure): Html {
	const before = failure?.does === does ? failure.form : undefined;
	const inputs = fields.map((field) => input({ ...field, value: before?.get(field.name) ?? field.value }));
	return markup`<form method="post" action="${address}">${inputs}<button>${submit}</button></form>`;
}
