import { ACCOUNT_PURPOSES } from '../accounts.mts';
import type { RequestLog } from '../requestLog.mts';
import type { Service } from '../service.mts';
import type { AccountRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { formatDecimal, hundredths } from '../values/decimal.mts';
import { askAs, Refused, type Form } from './actions.mts';
import { clientsOf, nameOf, paymentMethodsOf, taxesOf } from './choices.mts';
import { currencyOf, factsOf, partsOf, rowOf, type Subject } from './details.mts';
import * as forms from './forms.mts';
import { markup, readable, table, type Html } from './html.mts';
import { isKind, KINDS, singularOf, type KindName } from './kinds.mts';
import { pageOf } from './layout.mts';
import { listOf } from './list.mts';
import { live } from './live.mts';
import { requestPage, requestsList } from './requests.mts';
import { letterOf, mailedKind } from './sheet.mts';
import { startPage, type StartStep } from './start.mts';
import { isAction, noticeOf, type Action, type LinkedN8n } from './watchers.mts';

/** What the pages show and change. */
export interface SiteParts {
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
export interface Visit {
	isPost: boolean;
	path: string;
	query: URLSearchParams;
	form: Form;
}

/** A page, or the address to go on to. */
export type Reply = { status: number; page: string } | { location: string };

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
	private subject<Kind extends KindName>(
		account: AccountRow,
		kind: Kind,
		id: number,
	): Subject<Kind> | undefined {
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
${kind === 'mail' && this.letter(account, id)}${partsOf(subject)}`;
		return this.show(`${singular} ${String(called)}`, title, content, account, statusOf(failure));
	}

	/** What a mail says, unless its document is no longer there. */
	private letter(account: AccountRow, id: number): Html {
		const mail = this.parts.store.row('mail', id);
		const document = this.subject(account, mailedKind(mail), mail.record_id);
		return document === undefined
			? markup`<p class="quiet">What it is about is no longer there.</p>`
			: letterOf(account, mail, document);
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
<code>${baseUrl()}</code>, its Token one of these:</p>${table('Tokens', columns, rows)}`;
		return this.show('Tokens', 'Tokens', content);
	}
}

const statusOf = (failure: Failure | undefined): number => (failure === undefined ? 200 : 400);

const errorOf = (failure: Failure | undefined): Html | undefined =>
	failure && markup`<div class="error" role="alert"><p>Nothing was changed. ${failure.message}</p></div>`;
