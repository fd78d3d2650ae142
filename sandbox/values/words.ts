/** The listed word that a text is, or the fallback: a word that is not listed counts as not supplied. */
export function wordOr<Word extends string>(words: readonly Word[], text: string, fallback: Word): Word {
	return words.find((word) => word === text) ?? fallback;
}

/** The words of `billed` and `user_access_own_record`, and those of `task_billable` (§4.7, §4.10). */
export const YES_NO = ['Yes', 'No'] as const;
export const Y_N = ['Y', 'N'] as const;
