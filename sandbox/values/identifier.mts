/** The identifier in a text, or undefined when it is not a whole number above zero (§2.1). */
export function parseIdentifier(text: string): number | undefined {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
