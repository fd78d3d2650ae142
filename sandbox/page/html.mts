import { escapeText } from '../answer.mts';

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
	const classes = columns.map((_, at) => rows.some((row) => isAmount(row[at])) && markup` class="amount"`);
	const head = columns.map((column, at) => markup`<th scope="col"${classes[at]}>${column}</th>`);
	const body = rows.map((row) => {
		const cells = row.map(
			(part, at) => markup`<td${classes[at]}>${isAmount(part) ? readable(textOf(part)) : part}</td>`,
		);
		return markup`<tr>${cells}</tr>\n`;
	});
	return markup`<div class="wide" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

/** A table without the columns in which no row has anything. */
export function filledTable(caption: string, columns: readonly string[], rows: Rows): Html {
	const isFilled = (_: unknown, at: number) => rows.some((row) => textOf(row[at]) !== '');
	return table(
		caption,
		columns.filter(isFilled),
		rows.map((row) => row.filter(isFilled)),
	);
}

/** Amounts have figures of equal width, and stand at the right. */
const isAmount = (part: Part): boolean => /^-?\d+\.\d\d( [A-Z]{3}| %)?$/.test(textOf(part));

/** An amount as people read it, such as 1,234.50 GBP. */
export const readable = (amount: string): string => amount.replace(/\d(?=(\d{3})+\.)/g, '$&,');

/** What a choice offers: values with their texts. */
export type Choices = ReadonlyArray<readonly [value: string, text: string]>;

/** A field of a form. */
export interface Field {
	label: string;
	name: string;
	value?: string;
	type?: 'text' | 'amount' | 'date' | 'email' | 'number' | 'search';
	isRequired?: boolean;
	hint?: string;
	/** What people choose from instead of typing. */
	choices?: Choices;
}

/** A field with its label, a mark if it is required, and its hint. */
export function input({ label, name, value = '', type = 'text', isRequired, hint, choices }: Field): Html {
	const required = isRequired && markup` required`;
	const options = choices?.map(([offered, text]) => {
		const selected = offered === value && markup` selected`;
		return markup`<option value="${offered}"${selected}>${text}</option>`;
	});
	const decimal = type === 'amount' && markup` inputmode="decimal"`;
	const control = options
		? markup`<select name="${name}"${required}>${options}</select>`
		: markup`<input name="${name}" type="${decimal ? 'text' : type}"${decimal} value="${value}"${required}>`;
	const mark = isRequired && markup` <b aria-hidden="true">*</b>`;
	return markup`<label><span>${label}${mark}</span>${control}${hint !== undefined && markup`<small>${hint}</small>`}</label>`;
}
