import { ACCOUNT_PURPOSES } from '../accounts.ts';
import type { RequestLog } from '../requestLog.ts';
import type { Service } from '../service.ts';
import type { AccountRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { Owner, Refused, type Form } from './actions.ts';
import { clientsOf, paymentMethodsOf, taxesOf } from './choices.ts';
import { factsOf, partsOf, rowOf, type Row } from './details.ts';
import { clientForm, decisionForm, hasForm, invoiceForm, paymentForm } from './forms.ts';
import { markup, table, type Html } from './html.ts';
import { isKind, KINDS, type KindName } from './kinds.ts';
import { pageOf } from './layout.ts';
import { listOf } from './list.ts';
import { requestPage, requestsList } from './requests.ts';
import { isDeed, noticeOf, type Deed, type N8nBeside } from './watchers.ts';

/** What the pages show and change. */
export interface SiteParts {
	store: Store;
	log: RequestLog;
	service: Service;
	/** The n8n beside this sandbox, if there is one. */
	n8n: () => N8nBeside | undefined;
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

/** What was filled in, and why the service refused it. */
interface Failure {
	message: string;
	form: Form;
}

const EMPTY: Form = new Map();

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
		const [first = '', second = '', third = '', deed = ''] = path.slice(1).split('/');
		if (first === '') return { location: '/main/invoice' };
		if (first === 'requests') return this.requests(second);
		if (first === 'tokens') return this.tokens();
		const account = this.accounts().find(({ key }) => key === first);
		if (account === undefined) return this.nowhere();
		if (second === '') return { location: `/${first}/invoice` };
		if (!isKind(second)) return this.nowhere();
		if (isPost) return this.act(account, second, third, deed, form);
		const { title } = KINDS[second];
		if (third === '')
			return this.show(title, title, listOf(this.parts.store, account, second, query), account);
		if (third === 'new') return this.blank(account, second);
		return this.record(account, second, Number(third), query.get('done') ?? '');
	}

	private accounts(): AccountRow[] {
		return this.parts.store.all<AccountRow>(`SELECT * FROM account WHERE state = 'active' ORDER BY id`);
	}

	private show(title: string, current: string, content: Html, account?: AccountRow, status = 200): Reply {
		const n8nUrl = this.parts.n8n()?.url;
		return { status, page: pageOf({ title, account, accounts: this.accounts(), n8nUrl, current, content }) };
	}

	private nowhere(): Reply {
		const content = markup`<p>There is no such page. The base URL for n8n is on the page <a href="/tokens">Tokens</a>.</p>`;
		return this.show('Page Not Found', '', content, undefined, 404);
	}

	/** The record of an account. */
	private own(account: AccountRow, name: KindName, id: number): Row | undefined {
		const { store } = this.parts;
		const row = Number.isSafeInteger(id) ? rowOf(store, name, id) : undefined;
		const owned = name === 'payment' ? rowOf(store, 'invoice', Number(row?.invoice_id)) : row;
		return owned?.account_id === account.id ? row : undefined;
	}

	private record(account: AccountRow, name: KindName, id: number, deed: string, failure?: Failure): Reply {
		const row = this.own(account, name, id);
		if (row === undefined) return this.nowhere();
		const { store, n8n } = this.parts;
		const base = `/${account.key}`;
		const { title, singular } = KINDS[name];
		const called = row.number ?? row.organization ?? row.subject ?? row.name ?? id;
		const isUnpaid = name === 'invoice' && row.outstanding !== '0.00';
		const content = markup`${isDeed(deed) && noticeOf(deed, n8n()?.watchers ?? [], row.invoice_status === 'Draft')}
${errorOf(failure)}${factsOf(store, row, base)}
${isUnpaid && paymentForm(base, row, paymentMethodsOf(store, account), failure?.form ?? EMPTY)}
${name === 'estimate' && decisionForm(base, row)}${partsOf(store, base, name, id)}`;
		return this.show(`${singular} ${String(called)}`, title, content, account, statusOf(failure));
	}

	/** The form of a new record. */
	private blank(account: AccountRow, name: KindName, failure?: Failure): Reply {
		if (!hasForm(name)) return this.nowhere();
		const { store } = this.parts;
		const filled = failure?.form ?? EMPTY;
		const base = `/${account.key}`;
		const taxes = [...taxesOf(store, account)].map(
			([tax, percent]) => [tax, `${tax} (${percent} %)`] as const,
		);
		const form =
			name === 'client'
				? clientForm(base, account.currency_code, filled)
				: invoiceForm(base, clientsOf(store, account), taxes, filled);
		const { title, singular } = KINDS[name];
		return this.show(
			`New ${singular}`,
			title,
			markup`${errorOf(failure)}${form}`,
			account,
			statusOf(failure),
		);
	}

	private act(account: AccountRow, name: KindName, id: string, deed: string, form: Form): Reply {
		const { service, store } = this.parts;
		const owner = new Owner(service, account);
		const go = (to: string, done: Deed): Reply => ({
			location: `/${account.key}/${name}/${to}?done=${done}`,
		});
		const attempt = (work: () => Reply, otherwise: (failure: Failure) => Reply): Reply => {
			try {
				return work();
			} catch (error) {
				if (error instanceof Refused) return otherwise({ message: error.message, form });
				throw error;
			}
		};
		if (id === '' && hasForm(name)) {
			const create = (): Reply =>
				name === 'client'
					? go(owner.createClient(form), 'client')
					: go(owner.createInvoice(form, new Map(taxesOf(store, account))), 'invoice');
			return attempt(create, (failure) => this.blank(account, name, failure));
		}
		if (this.own(account, name, Number(id)) === undefined) return this.nowhere();
		if (name === 'invoice' && deed === 'payment') {
			const pay = () => {
				owner.pay(id, form);
				return go(id, 'payment');
			};
			return attempt(pay, (failure) => this.record(account, name, Number(id), '', failure));
		}
		const status = form.get('status') ?? '';
		if (name !== 'estimate' || deed !== 'status' || !['Accepted', 'Declined'].includes(status))
			return this.nowhere();
		store.update('estimate', Number(id), { estimate_status: status });
		return go(id, status === 'Accepted' ? 'accepted' : 'declined');
	}

	private requests(place: string): Reply {
		const { log } = this.parts;
		if (place === '')
			return this.show('Requests', 'Requests', markup`<div id="live">${requestsList(log)}</div>`);
		const request = log.entries.find((entry) => String(entry.place) === place);
		return request === undefined
			? this.nowhere()
			: this.show(`Request ${request.method}`, 'Requests', requestPage(request));
	}

	private tokens(): Reply {
		const { store, baseUrl } = this.parts;
		const accounts = store.all<AccountRow>('SELECT * FROM account ORDER BY id');
		const rows = accounts.map(({ key, token, company, currency_code }) => [
			markup`<code>${token}</code>`,
			company,
			currency_code,
			ACCOUNT_PURPOSES[key],
		]);
		const columns = ['Token', 'Company', 'Currency', 'What it is for'];
		const content = markup`<p>In n8n, create a credential of the type <em>XML Billing (Invoicera) API</em>. Its Base URL is
<code>${baseUrl()}</code>, its Token one of these:</p>${table('Tokens', columns, rows)}`;
		return this.show('Tokens', 'Tokens', content);
	}
}

const statusOf = (failure: Failure | undefined): number => (failure === undefined ? 200 : 400);

const errorOf = (failure: Failure | undefined): Html | undefined =>
	failure &&
	markup`<div class="error" role="alert"><p>Nothing was changed. The service says: ${failure.message}</p></div>`;
