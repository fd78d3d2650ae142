import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds. */
export interface Reading {
	/** Resident memory, in bytes. */
	memory: number;
	/** Open files, sockets and pipes. */
	descriptors: number;
}

/** Reads what a process holds, from Linux's own records. Throws if there is no such process. */
export function readGauge(pid: number | undefined): Reading {
	const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return { memory: Number(kilobytes) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** The least of several readings: what is held while nothing is going on. */
export const least = (readings: readonly Reading[]): Reading => ({
	memory: Math.min(...readings.map(({ memory }) => memory)),
	descriptors: Math.min(...readings.map(({ descriptors }) => descriptors)),
});

/** The median of the readings' values. */
const middle = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** The second and the last third of what was read each minute, as medians. */
export function thirds(minutes: readonly Reading[], of: keyof Reading): [second: number, last: number] {
	const third = Math.floor(minutes.length / 3);
	const values = minutes.map((reading) => reading[of]);
	return [middle(values.slice(-2 * third, -third)), middle(values.slice(-third))];
}
