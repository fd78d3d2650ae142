import type { Survey } from './survey';

export const VERDICTS = ['as specified', 'differs, handled', 'differs, look at this', 'not tested'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** What a check found. Only words of ours and of the interface: nothing that a record holds. */
export interface Finding {
	readonly found: string;
	readonly ok: Verdict;
}

export interface Check {
	readonly check: string;
	/** What the node does about a difference. */
	readonly handled: string;
	readonly find: (survey: Survey) => Finding | Promise<Finding>;
}

export const specified = (found: string): Finding => ({ found, ok: 'as specified' });
export const handled = (found: string): Finding => ({ found, ok: 'differs, handled' });
export const lookAt = (found: string): Finding => ({ found, ok: 'differs, look at this' });
export const untested = (found: string): Finding => ({ found, ok: 'not tested' });

const SEVERITY: readonly Verdict[] = [
	'not tested',
	'as specified',
	'differs, handled',
	'differs, look at this',
];

/** Several findings as one. Its verdict is the worst of theirs. */
export function together(findings: readonly Finding[], nothing: string): Finding {
	if (findings.length === 0) return untested(nothing);
	const worst = Math.max(...findings.map(({ ok }) => SEVERITY.indexOf(ok)));
	return { found: findings.map(({ found }) => found).join('; '), ok: SEVERITY[worst] ?? 'not tested' };
}

/** Names by what is true of them: `heeded: client_id, date_from; ignored: invoice_number`. Empty groups are left out. */
export const grouped = (groups: Readonly<Record<string, readonly string[]>>): string =>
	Object.entries(groups)
		.flatMap(([group, names]) => (names.length === 0 ? [] : [`${group}: ${names.join(', ')}`]))
		.join('; ');

/** The things of a list by the word that is true of each. */
export function groupBy<Item>(
	items: readonly Item[],
	wordOf: (item: Item) => string,
	nameOf: (item: Item) => string,
): Record<string, string[]> {
	const groups: Record<string, string[]> = {};
	for (const item of items) (groups[wordOf(item)] ??= []).push(nameOf(item));
	return groups;
}
