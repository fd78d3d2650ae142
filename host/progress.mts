import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BAR = 20;
/** The pace is that of this time before. */
const PACE_MS = 30_000;
/** If less than this share arrived meanwhile, the time that is left would be a guess. */
const ENOUGH = 0.02;
/** After this share, only the large packages are missing, and the pace says nothing about them. */
const LARGE_FROM = 0.9;

/** How far npm is with what a lock file names. */
export interface Progress {
	installed: number;
	all: number;
	/** In seconds, once it can be told. */
	left?: number;
}

/**
 * Follows an installation by the packages that have arrived in a folder: npm says nothing itself when no terminal
 * listens.
 */
export class Arrivals {
	private readonly folder: string;
	private readonly missing: Set<string>;
	private readonly all: number;
	/** The looks that the pace comes from, oldest first. */
	private readonly looks: Array<{ at: number; installed: number }> = [];

	constructor(folder: string) {
		this.folder = folder;
		const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
			packages: Record<string, { optional?: boolean }>;
		};
		// Packages of other platforms are marked as optional.
		const wanted = Object.entries(packages).filter(
			([path, { optional }]) => path !== '' && optional !== true,
		);
		this.missing = new Set(wanted.map(([path]) => path));
		this.all = this.missing.size;
	}

	/** How far it is now. */
	look(now = Date.now()): Progress {
		for (const path of this.missing)
			if (existsSync(join(this.folder, path, 'package.json'))) this.missing.delete(path);
		const { all } = this;
		const installed = all - this.missing.size;
		if (installed === 0) return { installed, all };
		this.looks.push({ at: now, installed });
		while (this.looks[1] !== undefined && this.looks[1].at <= now - PACE_MS) this.looks.shift();
		const [from = { at: now, installed }] = this.looks;
		const since = installed - from.installed;
		if (since < all * ENOUGH) return { installed, all };
		const left = ((now - from.at) / since) * (all - installed);
		return { installed, all, left: Math.ceil(left / 1000) };
	}
}

const thousands = new Intl.NumberFormat('en-US');

const spoken = (seconds: number): string =>
	seconds < 60
		? `${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds`
		: `${Math.round(seconds / 60)} ${Math.round(seconds / 60) === 1 ? 'minute' : 'minutes'}`;

function barOf({ installed, all }: Progress): string {
	const full = Math.floor((installed / all) * BAR);
	return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}

/** A bar, what has arrived of how much, and about how long the rest takes. */
export function sentenceOf(progress: Progress, gigabytes: number): string {
	const { installed, all, left } = progress;
	if (installed === 0) return 'npm checks what is missing';
	if (installed === all) return 'all packages are there; npm is finishing';
	const size = (count: number) => ((count / all) * gigabytes).toFixed(1);
	const what = `${barOf(progress)} ${thousands.format(installed)} of ${thousands.format(all)} packages, ${size(installed)} of ${size(all)} GB`;
	if (installed > all * LARGE_FROM) return `${what}; the large ones come last`;
	return left === undefined ? what : `${what}, about ${spoken(left)} left`;
}
