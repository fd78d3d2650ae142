import { VERDICTS, type Finding } from './check';

/** A row of the report. */
export interface Row extends Finding {
	readonly check: string;
	readonly handled: string;
}

/** All rows in a sentence. */
export function summaryOf(rows: readonly Row[]): string {
	const counts = VERDICTS.map((verdict) => `${rows.filter(({ ok }) => ok === verdict).length} ${verdict}`);
	return `${rows.length} checks: ${counts.join(', ')}.`;
}

/** The report as Markdown, to be pasted into an issue. */
export const reportOf = (rows: readonly Row[], version: string): string =>
	[
		'### Service check',
		'',
		`XML Billing Service Interface ${version}. ${summaryOf(rows)}`,
		'',
		'| Check | Found | Result | What the node does |',
		'| --- | --- | --- | --- |',
		...rows.map(
			({ check, found, ok, handled }) => `| ${[check, found, ok, handled].map(cell).join(' | ')} |`,
		),
		'',
	].join('\n');

const cell = (text: string): string => text.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');
