/** An element of a request. `text` is its own character data, joined. */
export interface Element {
	name: string;
	text: string;
	children: Element[];
}

/** The elements at a path (`items/item`) below an element, in document order. */
export function elementsAt(element: Element, path: string): Element[] {
	return path
		.split('/')
		.reduce<Element[]>(
			(found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
			[element],
		);
}

/** The first element at a path, or undefined when there is none. */
export function elementAt(element: Element, path: string): Element | undefined {
	return elementsAt(element, path)[0];
}

/** True when the element was sent, even empty: some line rules distinguish missing elements from empty ones (§4.2). */
export function isSent(element: Element, path: string): boolean {
	return elementAt(element, path) !== undefined;
}

/** The text of the first element at a path; '' when it is missing or empty, since an empty element counts as not supplied (§2.1). */
export function textAt(element: Element, path: string): string {
	return textOf(elementAt(element, path));
}

/** The texts of all the elements at a path, for elements that may be repeated. Empty ones are left out. */
export function textsAt(element: Element, path: string): string[] {
	return elementsAt(element, path)
		.map(textOf)
		.filter((text) => text !== '');
}

/** The elements at a path that contain text: an empty element, or a group of empty ones, counts as not supplied (§2.1). */
export function filledAt(element: Element, path: string): Element[] {
	const isFilled = ({ text, children }: Element): boolean => text.trim() !== '' || children.some(isFilled);
	return elementsAt(element, path).filter(isFilled);
}

/** The text of an element as written; '' when it holds only blanks. */
function textOf(element: Element | undefined): string {
	return element === undefined || element.text.trim() === '' ? '' : element.text;
}

/** The paths of a request that are not among those a method takes. A path given as `items/item/name` allows `items` and `items/item`. */
export function unknownPaths(request: Element, known: readonly string[]): string[] {
	const allowed = new Set(known.flatMap(prefixes));
	const found = new Set<string>();
	const visit = (element: Element, path: string) => {
		if (!allowed.has(path)) found.add(path);
		else for (const child of element.children) visit(child, `${path}/${child.name}`);
	};
	for (const child of request.children) visit(child, child.name);
	return [...found];
}

function prefixes(path: string): string[] {
	const names = path.split('/');
	return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
