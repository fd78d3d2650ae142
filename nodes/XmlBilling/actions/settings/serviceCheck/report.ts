import { VERDICTS, type Finding } from './check';

/** What one check found, and what the node does about it. */
export interface Row extends Finding {
	readonly check: string;
	readonly handling: string;
}

/** The rows in the order of their results: what people should look at comes first. */
export const byResult = (rows: readonly Row[]): Row[] =>
	VERDICTS.flatMap((verdict) => rows.filter(({ result }) => result === verdict));

/** All rows in a sentence. */
export function summaryOf(rows: readonly Row[]): string {
	const counts = VERDICTS.map(
		(verdict) => `${rows.filter(({ result }) => result === verdict).length} ${verdict}`,
	);
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
			({ check, found, result, handling }) => `| ${[check, found, result, handling].map(cell).join(' | ')} |`,
		),
		'',
	].join('\n');

const cell = (text: string): string => text.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');
