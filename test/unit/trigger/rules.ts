/** The rules for every history of a trigger. */
import { CHANGE_RULES } from './rules.changes';
import { CREATION_RULES } from './rules.creation';
import { PAYMENT_RULES } from './rules.payments';
import { POLL_RULES } from './rules.polls';
import { REMINDER_RULES } from './rules.reminders';
import { REPEAT_RULES } from './rules.repeats';
import { STATUS_RULES } from './rules.status';
import type { Rule } from './facts';

/** The rules by their names. */
export const RULES: Readonly<Record<string, Rule>> = {
	...CREATION_RULES,
	...PAYMENT_RULES,
	...STATUS_RULES,
	...CHANGE_RULES,
	...REMINDER_RULES,
	...POLL_RULES,
	...REPEAT_RULES,
};
