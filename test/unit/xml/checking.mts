/** Values to check, and what comes of them. */
import { check, type Kind } from '../../../nodes/XmlBilling/xml/values';

export const MONEY_KINDS: Kind[] = ['money', 'notNegativeMoney', 'positiveMoney'];

export const DECIMAL_KINDS: Kind[] = [
	'decimal',
	'notNegativeDecimal',
	'positiveDecimal',
	'percent',
	'notNegativePercent',
	...MONEY_KINDS,
];

/** The text that is written, or the problem after an exclamation mark. */
export function outcome(value: unknown, kind: Kind, timeZone = 'UTC'): string | undefined {
	const checked = check(value, kind, timeZone);
	return checked.ok ? checked.text : `!${checked.problem}`;
}
