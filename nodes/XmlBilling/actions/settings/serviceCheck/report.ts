import { VERDICTS, type Finding } from './check';

/** What one check found, and what the node does about it. */
export interface CheckRow extends Finding {
	readonly check: string;
	readonly handling: string;
}

/** The rows in the order of their results: what people should look at comes first. */
export const byResult = (rows: readonly CheckRow[]): CheckRow[] =>
	VERDICTS.flatMap((verdict) => rowsThat(verdict, rows));

/** All rows in a sentence. */
export const summaryOf = (rows: readonly CheckRow[]): string =>
	`${rows.length} checks: ${VERDICTS.map((verdict) => counted(verdict, rows)).join(', ')}.`;

/** What people should look at, by the names of the checks, and how many others there are. */
export function verdictOf(rows: readonly CheckRow[]): string {
	const [first, ...others] = VERDICTS;
	const open = rowsThat(first, rows).map(({ check }) => `"${check}"`);
	const rest = others.filter((verdict) => rowsThat(verdict, rows).length > 0);
	return [
		open.length === 0 ? 'Nothing needs your attention.' : `Please look at ${open.join(', ')}.`,
		...(rest.length === 0 ? [] : [`${rest.map((verdict) => counted(verdict, rows)).join(', ')}.`]),
	].join(' ');
}

const rowsThat = (verdict: CheckRow['result'], rows: readonly CheckRow[]): CheckRow[] =>
	rows.filter(({ result }) => result === verdict);

const counted = (verdict: CheckRow['result'], rows: readonly CheckRow[]): string =>
	`${rowsThat(verdict, rows).length} ${verdict}`;

/** The report as Markdown, to be pasted into an issue. */
export const reportOf = (rows: readonly CheckRow[], version: string): string =>
	[
		'### Service check',
		'',
		`XML Billing Service Interface ${version}. ${summaryOf(rows)}`,
		'',
		'| Check | Found | Result | What the node does |',
		'| --- | --- | --- | --- |',
		...rows.map(
			({ check, found, result, handling }) => `| ${[check, found, result, handling].map(cell).join(' | ')} |`,
		),
		'',
	].join('\n');

const cell = (text: string): string => text.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');
