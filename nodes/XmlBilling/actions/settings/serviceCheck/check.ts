import type { Survey } from './survey';

/** What people should look at comes first. */
export const VERDICTS = ['to look at', 'different but handled', 'not tested', 'as specified'] as const;

/** What a check found. Of records, it holds only short words that name a status, a unit, a frequency or a kind. */
export interface Finding {
	readonly found: string;
	readonly result: (typeof VERDICTS)[number];
}

export interface Check {
	readonly check: string;
	/** What the node does about a difference. */
	readonly handling: string;
	readonly find: (survey: Survey) => Finding | Promise<Finding>;
}

export const specified = (found: string): Finding => ({ found, result: 'as specified' });
export const handled = (found: string): Finding => ({ found, result: 'different but handled' });
export const toLookAt = (found: string): Finding => ({ found, result: 'to look at' });
export const untested = (found: string): Finding => ({ found, result: 'not tested' });

/** Several findings as one. Its verdict is the worst of theirs. */
export function together(findings: readonly Finding[], nothing = ''): Finding {
	const tested = findings.filter(({ result }) => result !== 'not tested');
	const worst = VERDICTS.find((verdict) => tested.some(({ result }) => result === verdict));
	return { found: findings.map(({ found }) => found).join('; ') || nothing, result: worst ?? 'not tested' };
}

/** Names by the word that is true of each: `heeded: client_id, date_from; ignored: invoice_number`. */
export function grouped(pairs: ReadonlyArray<readonly [word: string, name: string]>): string {
	const words = [...new Set(pairs.map(([word]) => word))];
	const namesOf = (word: string) => pairs.flatMap(([one, name]) => (one === word ? name : []));
	return words.map((word) => `${word}: ${namesOf(word).join(', ')}`).join('; ');
}
