import type { Element } from '../../../xml/parse';
import type { Shape } from '../../../xml/shape';

/** A value of a record as the service wrote it, in an element that the interface names. */
export interface Leaf {
	/** The element, with those around it: `transactions/transaction/date`. */
	readonly path: string;
	readonly field: string;
	readonly kind: 'number' | 'text' | 'word';
	readonly text: string;
}

/** What the elements of a record are called. */
export interface Named {
	/** The paths of those that the interface names. */
	readonly known: ReadonlySet<string>;
	/** How many other names there are. They might say something about the account, so nobody sees them. */
	readonly others: number;
}

const within = (of: Exclude<Shape[string], string>): readonly [each: string | undefined, shape: Shape] => {
	if ('fields' in of) return [undefined, of.fields];
	return [of.each, typeof of.of === 'string' ? {} : of.of];
};

const isNamed = (shape: Shape, name: string): boolean => Object.hasOwn(shape, name);

/** All values of a record in elements that the interface names. */
export function leavesOf(element: Element, shape: Shape, path = ''): Leaf[] {
	return element.children.flatMap((child) => {
		const of = isNamed(shape, child.name) ? shape[child.name] : undefined;
		const own = `${path}${child.name}`;
		if (of === undefined) return [];
		if (typeof of === 'string') {
			return child.children.length > 0 ? [] : { path: own, field: child.name, kind: of, text: child.text };
		}
		const [each, inner] = within(of);
		if (each === undefined) return leavesOf(child, inner, `${own}/`);
		return child.children
			.filter(({ name }) => name === each)
			.flatMap((entry) => leavesOf(entry, inner, `${own}/${each}/`));
	});
}

/** The names of a record's elements. */
export function namesIn(element: Element, shape: Shape): Named {
	const known = new Set<string>();
	const others = new Set<string>();
	const visit = (at: Element, of: Shape, path: string): void => {
		for (const child of at.children) {
			const inside = isNamed(of, child.name) ? of[child.name] : undefined;
			const own = `${path}${child.name}`;
			(inside === undefined ? others : known).add(own);
			if (inside === undefined || typeof inside === 'string') continue;
			const [each, inner] = within(inside);
			if (each === undefined) visit(child, inner, `${own}/`);
			for (const entry of child.children.filter(({ name }) => name === each)) {
				known.add(`${own}/${each}`);
				visit(entry, inner, `${own}/${each}/`);
			}
		}
	};
	visit(element, shape, '');
	return { known, others: others.size };
}

/** Paths without those inside another one of them. */
export const outermost = (paths: readonly string[]): string[] =>
	paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
