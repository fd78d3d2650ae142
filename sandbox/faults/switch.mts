import type { Fault, FaultRule } from './rule.mts';

/** Decides which fault hits a call. */
export class FaultSwitch {
	private rules: readonly FaultRule[] = [];
	/** How often each method was called since the rules were set; under undefined, all of them together. */
	private readonly counts = new Map<string | undefined, number>();

	/** Replaces the rules and restarts the counts. */
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
		for (const key of [undefined, called]) this.counts.set(key, this.countOf(key) + 1);
		return this.rules.find(
			({ method, calls }) =>
				(method === undefined || method === called) &&
				(calls === undefined || calls.includes(this.countOf(method))),
		)?.fault;
	}

	private countOf(method: string | undefined): number {
		return this.counts.get(method) ?? 0;
	}
}
