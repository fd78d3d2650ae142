/** The rows of a table in a text: a line each, with ` | ` between the columns. */
export function rowsOf<Name extends string>(
	names: readonly Name[],
	text: string,
): Array<Record<Name, string>> {
	const lines = text.trim().split('\n');
	// A row has each of the names, so its type is theirs.
	const rowOf = (texts: string[]) =>
		Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) as Record<Name, string>;
	return lines.map((line) => rowOf(line.split(' | ')));
}
