import { METHODS } from '../methods/index.mts';
import { nameIn } from '../values.mts';
import { FAULTS } from './faults.mts';

export type Fault = keyof typeof FAULTS;

export interface FaultRule {
	fault: Fault;
	/** The method that it hits; all by default. */
	method?: string;
	/** Which calls of that method, counted from 1 since the rules were set; all by default. */
	calls?: readonly number[];
}

/**
 * Reads a rule from the command line: `createInvoice=http500`, `createInvoice#2=hang` for the second call, `#1,3=slow`
 * for the first and third call of any method, or `slow` for every call. Throws a TypeError that lists the valid names.
 */
export function readRule(text: string): FaultRule {
	const [, method, calls, name = text] = /^(?:(\w*)(?:#(\d+(?:,\d+)*))?=)?(\w+)$/.exec(text) ?? [];
	const rule: FaultRule = { fault: nameIn(FAULTS, name, 'fault') };
	if (method) rule.method = nameIn(METHODS, method, 'method');
	if (calls) rule.calls = calls.split(',').map(Number);
	return rule;
}

/** Decides which fault hits a call. */
export class FaultSwitch {
	private rules: readonly FaultRule[] = [];
	/** How often each method was called since the rules were set; under undefined, all of them together. */
	private readonly counts = new Map<string | undefined, number>();

	set(rules: readonly FaultRule[]): void {
		this.rules = rules;
		this.counts.clear();
	}

	/** True when every connection is refused at once: `refuse` without a method or a call number. */
	get refusesAtOnce(): boolean {
		return this.rules.some(
			({ fault, method, calls }) => fault === 'refuse' && method === undefined && calls === undefined,
		);
	}

	/** Counts a call and returns the fault that hits it: that of the first rule that applies. */
	strike(methodOf: () => string): Fault | undefined {
		if (this.rules.length === 0) return undefined;
		const called = methodOf();
		for (const key of [undefined, called]) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
		return this.rules.find(
			({ method, calls }) =>
				(method === undefined || method === called) &&
				(calls === undefined || calls.includes(this.counts.get(method) ?? 0)),
		)?.fault;
	}
}
