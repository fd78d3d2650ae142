import { escapeText } from '../answer.ts';

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

type Rows = ReadonlyArray<readonly Part[]>;

/** A table with a caption for those who don't see the page. Without rows, a sentence. */
export function table(caption: string, columns: readonly string[], rows: Rows): Html {
	if (rows.length === 0) return markup`<p class="quiet">None.</p>`;
	const head = columns.map((column, at) => {
		const amount = isAmount(rows[0]?.[at]) && markup` class="amount"`;
		return markup`<th scope="col"${amount}>${column}</th>`;
	});
	const body = rows.map((row) => markup`<tr>${row.map(cell)}</tr>\n`);
	return markup`<div class="wide"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

/** Amounts have figures of equal width, and stand at the right. */
const isAmount = (part: Part): boolean => /^-?\d+\.\d\d( [A-Z]{3})?$/.test(textOf(part));

const cell = (part: Part): Html =>
	isAmount(part) ? markup`<td class="amount">${part}</td>` : markup`<td>${part}</td>`;

interface Input {
	label: string;
	name: string;
	value?: string;
	type?: 'text' | 'date' | 'email' | 'search';
	hint?: string;
}

/** A field of a form with its label. */
export function input({ label, name, value = '', type = 'text', hint }: Input): Html {
	const note = hint !== undefined && markup` <small>${hint}</small>`;
	return markup`<label>${label}${note}<input name="${name}" type="${type}" value="${value}"></label>`;
}

/** What a choice offers: values with their texts. */
export type Choices = ReadonlyArray<readonly [value: string, text: string]>;

/** A choice of a form with its label. */
export function select(label: string, name: string, choices: Choices, chosen = ''): Html {
	const options = choices.map(([value, text]) => {
		const selected = value === chosen && markup` selected`;
		return markup`<option value="${value}"${selected}>${text}</option>`;
	});
	return markup`<label>${label}<select name="${name}">${options}</select></label>`;
}
