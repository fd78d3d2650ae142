import { markup, type Html } from './html.mts';
import { live } from './live.mts';

/** Something to read, and where it leads. */
export interface Line {
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
export const startPage = (steps: readonly StartStep[]): Html =>
	live(
		markup`<ol class="start">${steps.map(
			({ title, state, lines }) => markup`<li>
<h2>${title} <span class="quiet"><span aria-hidden="true">${MARKS[state]}</span> ${WORDS[state]}</span></h2>
<ul>${lines.map(lineOf)}</ul></li>`,
		)}</ol>`,
	);
