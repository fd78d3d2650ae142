import { createHash } from 'node:crypto';
import { escapeText } from '../xml.mts';

/** Markup that was put together by `markup`, so that it needs no escaping. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | false | undefined | readonly Part[];

function textOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
	return part.map(textOf).join('');
}

/** Markup with values in it: texts are escaped, lists joined; `false` and `undefined` leave nothing. Prettier would reformat one called `html`. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
	new Html(String.raw({ raw: strings }, ...parts.map(textOf)));

/** A table without the columns in which no row has anything. Without rows, a sentence. */
export function table(names: readonly string[], rows: ReadonlyArray<readonly Part[]>): Html {
	if (rows.length === 0) return markup`<p class="quiet">None.</p>`;
	const columns = names
		.map((name, at) => ({ name, cells: rows.map((row) => row[at]) }))
		.filter(({ cells }) => cells.some((cell) => textOf(cell) !== ''))
		.map(({ name, cells }) => {
			const style = cells.some(isAmount) && markup` class="amount"`;
			return { name, cells, attributes: markup` data-name="${name}"${style}` };
		});
	const head = columns.map(({ name, attributes }) => markup`<th${attributes}>${name}</th>`);
	const body = rows.map((_, at) => {
		const row = columns.map(
			({ cells, attributes }) =>
				markup`<td${attributes}>${isAmount(cells[at]) ? readable(textOf(cells[at])) : cells[at]}</td>`,
		);
		return markup`<tr>${row}</tr>\n`;
	});
	return markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Amounts have figures of equal width, and stand at the right. */
const isAmount = (part: Part): boolean => /^-?\d+\.\d\d( [A-Z]{3}| %)?$/.test(textOf(part));

/** An amount as people read it, such as 1,234.50 GBP. */
export const readable = (amount: string): string => amount.replace(/\d(?=(\d{3})+\.)/g, '$&,');

/** A field of a form. */
export interface Field {
	label: string;
	name: string;
	value?: string;
	type?: 'text' | 'amount' | 'date';
	isRequired?: boolean;
	/** What people choose from instead of typing. */
	choices?: ReadonlyArray<readonly [value: string, text: string]>;
}

/** What browsers say of an amount that is none. */
const AMOUNT = markup` inputmode="decimal" pattern="-?[0-9]+([.][0-9][0-9]?)?" title="A number with at most two decimals and no commas, such as 1234.50"`;

/** A field with its label. The style sheet marks a required one. */
export function input({ label, name, value = '', type = 'text', isRequired, choices }: Field): Html {
	const required = isRequired && markup` required`;
	const kind = type === 'amount' ? AMOUNT : markup` type="${type}"`;
	const options = choices?.map(([offered, text]) => {
		const selected = offered === value && markup` selected`;
		return markup`<option value="${offered}"${selected}>${text}</option>`;
	});
	const control = options
		? markup`<select name="${name}"${required}>${options}</select>`
		: markup`<input name="${name}"${kind} value="${value}"${required}>`;
	return markup`<label><span>${label}</span>${control}</label>`;
}

/** Fetches a list again every few seconds while someone looks at it, and keeps open what is open. */
const REFRESH = `
const live = document.getElementById('live');
const look = async () => {
	if (document.hidden || live.contains(document.activeElement)) return;
	const answer = await fetch(location.href);
	if (!answer.ok) return;
	const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live');
	for (const { id } of live.querySelectorAll('details[open]')) fresh.querySelector('#' + id)?.setAttribute('open', '');
	if (fresh.innerHTML !== live.innerHTML) live.replaceChildren(...fresh.childNodes);
};
setInterval(() => look().catch(() => {}), 3000);
`;

/** What a Content-Security-Policy calls the only script of the pages. */
const REFRESH_SOURCE = `'sha256-${createHash('sha256').update(REFRESH).digest('base64')}'`;

/** What a browser may do with the pages: send forms here, and run the refresh. */
export const HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${REFRESH_SOURCE}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** The part of a page that keeps up to date. Other pages have no script. */
export const live = (content: Html): Html =>
	markup`<div id="live">${content}</div>
<script>${new Html(REFRESH)}</script>`;

const PAGE_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dee5, #38404a); --soft: light-dark(#f3f5f8, #20262d); --quiet: light-dark(#56606c, #a7b1bd); --accent: light-dark(#1a5580, #8cc7ee); --bad: light-dark(#8f1d1d, #f3a5a0); --page: light-dark(#fff, #121417); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: light-dark(#16191d, #e8ebef); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 12px 24px; border-bottom: 3px solid var(--accent); background: var(--soft); }
header p { margin: 0; flex: 1; }
header strong { font-size: 18px; margin-right: 10px; }
header span, .quiet, dt, th, summary, nav p { color: var(--quiet); }
.columns { display: flex; gap: 32px; padding: 16px 24px 48px; }
nav { flex: 0 0 170px; }
nav ul { list-style: none; margin: 0 0 16px; padding: 0; }
nav a { display: block; padding: 3px 8px; border-radius: 5px; text-decoration: none; }
nav a:hover, nav a[aria-current], tbody tr:hover { background: var(--soft); }
nav a[aria-current] { font-weight: 600; }
dt, th, nav p, label { font-size: 13px; }
nav p { margin: 0 8px; }
main { flex: 1; min-width: 0; max-width: 1100px; }
h1 { margin: 0 0 12px; font-size: 24px; }
h2 { margin: 26px 0 6px; font-size: 17px; }
code { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 14px 5px 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
.amount.amount { padding-left: 10px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 8px 24px; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: end; margin: 20px 0; }
label { display: flex; flex-direction: column; min-width: 160px; }
label:has([inputmode]) { min-width: 0; width: 120px; }
label:has([required]) span::after { content: ' *'; color: var(--bad); }
input, select, button, .button { width: 100%; height: 36px; padding: 0 10px; border: 1px solid var(--quiet); border-radius: 5px; background: var(--page); color: inherit; font: inherit; font-size: 15px; }
button, .button { display: inline-block; width: auto; border-color: var(--accent); background: var(--accent); color: var(--page); line-height: 34px; text-decoration: none; cursor: pointer; }
.notice, .error { margin: 16px 0; padding: 4px 14px; border-left: 4px solid var(--accent); background: var(--soft); }
.error { border-color: var(--bad); }
.bad { color: var(--bad); font-weight: 600; }
pre { padding: 12px; overflow: auto; max-height: 480px; border: 1px solid var(--line); border-radius: 5px; background: var(--soft); font-size: 13px; }
details { margin-top: 16px; }
.start ul { padding: 0; list-style: none; }
@media (max-width: 900px) {
	.columns { flex-direction: column; gap: 8px; padding: 12px 16px 48px; }
	nav { flex-basis: auto; }
	nav ul { display: flex; flex-wrap: wrap; }
	thead { display: none; }
	tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 6px 0; border-bottom: 1px solid var(--line); }
	td, td.amount.amount { padding: 0; border: 0; overflow-wrap: anywhere; }
	td:empty { display: none; }
	td + td::before { content: attr(data-name) ' '; color: var(--quiet); font-size: 12px; }
}
`;

interface Page {
	title: string;
	/** What the pages belong to, for the browser's tab. */
	site: string;
	/** The same in the head, with what is to be known of it. */
	name: string;
	about: Html;
	links: Readonly<Record<string, string | undefined>>;
	menu?: Html;
	content: Html;
	/** What the style sheet has besides. */
	style?: string;
}

export function pageOf({ title, site, name, about, links, menu, content, style = '' }: Page): string {
	const link = ([text, url]: [string, string | undefined]) => url && markup`<a href="${url}">${text}</a>\n`;
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – ${site}</title>
<link rel="icon" href="data:,">
<style>${new Html(PAGE_STYLE + style)}</style>
</head>
<body>
<header>
<p><strong>${name}</strong> <span>${about}</span></p>
${Object.entries(links).map(link)}
</header>
<div class="columns">${menu}<main><h1>${title}</h1>
${content}
</main></div>
</body>
</html>
`.text;
}
