import type { AccountRow } from '../store/rows.mts';
import { nameOf } from './choices.mts';
import { markup, Html } from './html.mts';
import { KINDS } from './kinds.mts';
import { REFRESH_SOURCE } from './live.mts';
import { PAGE_STYLE } from './style.mts';
import type { LinkedN8n } from './watchers.mts';

/** What a browser may do with the pages: send forms here, and run the refresh. */
export const HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${REFRESH_SOURCE}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

export interface Shown {
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
export function pageOf({ title, account, accounts, n8n, hasStart, current, content }: Shown): string {
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
