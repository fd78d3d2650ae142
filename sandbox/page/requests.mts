import { element, writeRequest, type Output } from '../answer.mts';
import type { Element } from '../element.mts';
import type { ReceivedRequest, RequestLog } from '../requestLog.mts';
import { markup, table, type Html } from './html.mts';

const SHOWN = 300;
const GONE = 'It is no longer kept.';

/** What a trigger's polls and the editor's lists do. */
const onlyReads = ({ method }: ReceivedRequest): boolean => /^(get|list)/.test(method);

const timeOf = ({ at }: ReceivedRequest): string => new Date(at).toTimeString().slice(0, 8);

/** What accounts are called, by their keys. */
type Names = ReadonlyMap<string, string>;

/** The newest requests first. Those that only read are folded, since polls come every minute. */
export function requestsList({ entries }: RequestLog, names: Names): Html {
	const recent = entries.slice(-SHOWN).reverse();
	const hasFaults = recent.some(({ fault }) => fault !== undefined);
	return markup`<p class="quiet">${recent.length === 0 ? 'No requests yet.' : 'The newest first.'}
Requests that only read, such as a trigger's polls, are folded.
What you do on these pages is not listed: it is no request from outside.</p>
<div class="even">${groupsOf(recent).map((group) => groupOf(group, names, hasFaults))}</div>`;
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

function groupOf(requests: readonly ReceivedRequest[], names: Names, hasFaults: boolean): Html {
	const [newest] = requests;
	const oldest = requests.at(-1);
	if (newest === undefined || oldest === undefined) return markup``;
	const columns = ['Time', 'Method', 'Account', 'Status', 'Took', ...(hasFaults ? ['Fault'] : [])];
	const rows = requests.map((request) => rowOf(request, names).slice(0, columns.length));
	const shown = table('Requests', columns, rows);
	if (!onlyReads(newest)) return shown;
	const times = newest === oldest ? timeOf(newest) : `${timeOf(oldest)} to ${timeOf(newest)}`;
	const count = `${requests.length} ${requests.length === 1 ? 'read' : 'reads'}`;
	return markup`<details id="reads-${oldest.place}"><summary>${count}, ${times}</summary>${shown}</details>`;
}

function rowOf(request: ReceivedRequest, names: Names): Array<Html | string> {
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
export function requestPage(request: ReceivedRequest, names: Names): Html {
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
