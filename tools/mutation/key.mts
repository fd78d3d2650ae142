import { basename, dirname } from 'node:path';

/** A change at one place in the code. Lines and columns count from 0. */
export interface Mutant {
	fileName: string;
	location: { start: { line: number; column: number }; end: { line: number; column: number } };
	mutatorName: string;
	replacement?: string;
}

/** Identifies a mutant across runs of Stryker over the same sources, in which its number differs. */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string {
	const file = `${basename(dirname(fileName))}/${basename(fileName)}`;
	return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ');
}
