/** The service's current time. Tests supply their own `today`. */
export interface Clock {
	/** `YYYY-MM-DD` */
	today(): string;
	/** `YYYY-MM-DD HH:MM:SS`, the form of dates that carry a time (§2.1). */
	now(): string;
}

/** A clock with the day from a function and the time of day from the machine, both in UTC. */
export function clockOf(today: () => string = () => new Date().toISOString().slice(0, 10)): Clock {
	return { today, now: () => `${today()} ${new Date().toISOString().slice(11, 19)}` };
}
