/** The minutes since 1970 at a poll's `now`. */
export const minuteOf = (now: string): number => Math.floor(Date.parse(now) / 60_000);
