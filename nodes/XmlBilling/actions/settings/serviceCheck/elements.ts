import type { Element } from '../../../xml/parse';
import { group, type Shape } from '../../../xml/shape';

/** An element of a record that the interface names. Others might say something about the account, so nobody sees them. */
export interface ElementPart {
	/** Its name, with those of the elements around it: `transactions/transaction/date`. */
	readonly path: string;
	readonly kind: 'number' | 'text' | 'word' | 'group';
	/** As the service wrote it. */
	readonly text: string;
}

export function partsOf(element: Element, shape: Shape, around = ''): ElementPart[] {
	return element.children.flatMap(({ name, ...child }) => {
		const of = Object.hasOwn(shape, name) ? shape[name] : undefined;
		const path = `${around}${name}`;
		if (of === undefined) return [];
		if (typeof of === 'string') return { path, kind: of, text: child.text };
		const fields =
			'fields' in of ? of.fields : { [of.each]: typeof of.of === 'string' ? of.of : group(of.of) };
		return [{ path, kind: 'group' as const, text: '' }, ...partsOf({ name, ...child }, fields, `${path}/`)];
	});
}
