import type { Survey } from './survey';

/** The first three from good to bad. */
export const VERDICTS = ['as specified', 'different but handled', 'to look at', 'not tested'] as const;

/** What a check found. Of records, it holds only short words that name a status, a unit, a frequency or a kind. */
export interface Finding {
	readonly found: string;
	readonly ok: (typeof VERDICTS)[number];
}

export interface Check {
	readonly check: string;
	/** What the node does about a difference. */
	readonly handled: string;
	readonly find: (survey: Survey) => Finding | Promise<Finding>;
}

export const specified = (found: string): Finding => ({ found, ok: 'as specified' });
export const handled = (found: string): Finding => ({ found, ok: 'different but handled' });
export const toLookAt = (found: string): Finding => ({ found, ok: 'to look at' });
export const untested = (found: string): Finding => ({ found, ok: 'not tested' });

/** Several findings as one. Its verdict is the worst of theirs. */
export function together(findings: readonly Finding[], nothing = ''): Finding {
	const worst = VERDICTS.slice(0, 3).findLast((verdict) => findings.some(({ ok }) => ok === verdict));
	return { found: findings.map(({ found }) => found).join('; ') || nothing, ok: worst ?? 'not tested' };
}

/** Names by the word that is true of each: `heeded: client_id, date_from; ignored: invoice_number`. */
export function grouped(pairs: ReadonlyArray<readonly [word: string, name: string]>): string {
	const words = [...new Set(pairs.map(([word]) => word))];
	const namesOf = (word: string) => pairs.flatMap(([one, name]) => (one === word ? name : []));
	return words.map((word) => `${word}: ${namesOf(word).join(', ')}`).join('; ');
}
