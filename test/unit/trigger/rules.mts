/** The rules for every history of a trigger. */
import { CHANGE_RULES } from './rules.changes.mts';
import { CREATION_RULES } from './rules.creation.mts';
import { PAYMENT_RULES } from './rules.payments.mts';
import { POLL_RULES } from './rules.polls.mts';
import { REMOVAL_RULES } from './rules.removals.mts';
import { REMINDER_RULES } from './rules.reminders.mts';
import { REPEAT_RULES } from './rules.repeats.mts';
import { STATUS_RULES } from './rules.status.mts';
import type { Rule } from './facts.mts';

/** The rules by their names. */
export const RULES: Readonly<Record<string, Rule>> = {
	...CREATION_RULES,
	...PAYMENT_RULES,
	...REMOVAL_RULES,
	...STATUS_RULES,
	...CHANGE_RULES,
	...REMINDER_RULES,
	...POLL_RULES,
	...REPEAT_RULES,
};
