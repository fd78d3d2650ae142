import { createHash } from 'node:crypto';
import { Html, markup } from './html.mts';

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
export const REFRESH_SOURCE = `'sha256-${createHash('sha256').update(REFRESH).digest('base64')}'`;

/** The part of a page that keeps up to date. Other pages have no script. */
export const live = (content: Html): Html =>
	markup`<div id="live">${content}</div>
<script>${new Html(REFRESH)}</script>`;
