import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { sorted } from './fields';
import { isGroup, isProperty, toForm, type Property, type PropertyGroup } from './property';

type Value = INodePropertyOptions['value'];

/** Where a form is shown: for an operation of a resource. */
interface Place {
	readonly resource: Value;
	readonly operation: Value;
}

/** Fields in their order: those of an operation, or those inside one of its collections. */
export interface Form extends Place {
	readonly fields: readonly Property[];
}

/** A form whose first fields may be composed already. Equal fields have the same `like`. */
interface Pending extends Place {
	readonly fields: Array<{ readonly property: Property; readonly like: Property }>;
}

/** Each of these operations of each of these resources. */
interface Block {
	readonly resource: Value[];
	readonly operation: Value[];
}

/**
 * Joins the forms of operations into the node's form, in which equal fields share a property, shown for its operations. This
 * keeps the description small, and keeps the field's value when the user changes the operation. Each form keeps its order.
 *
 * @param root what leads from the fields to the two dropdowns: '/' from inside a collection
 */
export function shareFields(forms: readonly Form[], root: '' | '/' = ''): INodeProperties[] {
	const pending = withEqualFields(forms);
	const shared: INodeProperties[] = [];
	// How many forms still have each field.
	const left = countEach(pending.flatMap(({ fields }) => fields.map(({ like }) => like)));
	const nextOf = () => nextField(pending, left, root === '/');
	for (let next = nextOf(); next !== undefined; next = nextOf()) {
		const like = next;
		const sharing = pending.filter(({ fields: [first] }) => first?.like === like);
		const places = sharing.flatMap(({ resource, operation, fields }) => {
			const first = fields.shift();
			return first === undefined ? [] : { resource, operation, property: first.property };
		});
		left.set(like, (left.get(like) ?? 0) - places.length);
		for (const block of blocksOf(sharing, pending)) {
			const field = merged(
				like,
				places.filter((place) => isIn(block, place)),
			);
			shared.push(shown(field, conditionsOf(block, pending), root));
		}
	}
	return shared;
}

function withEqualFields(forms: readonly Form[]): Pending[] {
	const known = new Map<string, Property>();
	// Most operations have the very same objects. Comparing those as text again would take longer than the rest.
	const seen = new Map<Property, Property>();
	const likeOf = (property: Property): Property => {
		const { sharedAs } = property;
		const key = JSON.stringify([sharedAs, toForm(sharedAs === undefined ? property : emptied(property))]);
		const like = known.get(key) ?? property;
		known.set(key, like);
		seen.set(property, like);
		return like;
	};
	return forms.map(({ resource, operation, fields }) => ({
		resource,
		operation,
		fields: fields.map((property) => ({ property, like: seen.get(property) ?? likeOf(property) })),
	}));
}

const emptied = (property: Property): Property => ({
	...property,
	options: groupsOf(property).map((group) => ({ ...group, values: [] })),
});

// A field that no form has further down, in the order of labels, which n8n requires in collections. If forms disagree on the
// order, the field that comes first is composed for some of them now, and for the others later.
function nextField(
	forms: readonly Pending[],
	left: ReadonlyMap<Property, number>,
	isInside: boolean,
): Property | undefined {
	const next = countEach(forms.flatMap(({ fields: [first] }) => first?.like ?? []));
	const [[earliest] = []] = next;
	const ready = [...next].flatMap(([field, times]) => (times === left.get(field) ? field : []));
	return isInside ? (sorted(ready)[0] ?? earliest) : (ready[0] ?? earliest);
}

function countEach(fields: readonly Property[]): Map<Property, number> {
	const counts = new Map<Property, number>();
	for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
	return counts;
}

// n8n shows a field for all combinations of a list of resources and a list of operations. Several such blocks may be needed,
// because none may hold an operation that lacks the field.
function blocksOf(places: readonly Place[], forms: readonly Place[]): Block[] {
	const blocks: Block[] = [];
	for (let left = places; left.length > 0;) {
		const block = widestBlock(left, forms);
		blocks.push(block);
		left = left.filter((place) => !isIn(block, place));
	}
	return blocks;
}

/** @param places some of the forms, the very same objects */
function widestBlock(places: readonly Place[], forms: readonly Place[]): Block {
	const own = new Set(places);
	const others = forms.filter((form) => !own.has(form));
	const isExact = (block: Block) => !others.some((form) => isIn(block, form));
	return places.reduce<Block>(
		(block, place) => {
			if (isIn(block, place)) return block;
			const { resource, operation } = place;
			const wider = {
				resource: [...new Set([...block.resource, resource])],
				operation: [...new Set([...block.operation, operation])],
			};
			return isExact(wider) ? wider : block;
		},
		{ resource: [], operation: [] },
	);
}

const isIn = (block: Block, { resource, operation }: Place): boolean =>
	block.resource.includes(resource) && block.operation.includes(operation);

// What tells the operations of a block from the others: one of the two lists may be enough.
function conditionsOf({ resource, operation }: Block, forms: readonly Place[]): Partial<Block> {
	const others = forms.filter((form) => !isIn({ resource, operation }, form));
	if (others.length === 0) return {};
	if (others.every((form) => !operation.includes(form.operation))) return { operation };
	if (others.every((form) => !resource.includes(form.resource))) return { resource };
	return { resource, operation };
}

function shown(field: INodeProperties, conditions: Partial<Block>, root: '' | '/'): INodeProperties {
	const entries = Object.entries(conditions).map(([key, values]) => [`${root}${key}`, values] as const);
	if (entries.length === 0) return field;
	const { displayOptions } = field;
	const show = { ...Object.fromEntries(entries), ...displayOptions?.show };
	return { ...field, displayOptions: { ...displayOptions, show } };
}

const groupsOf = ({ options = [] }: Property): PropertyGroup[] => options.filter(isGroup);

// The form of a field that some operations share, although its inside may differ.
function merged(like: Property, places: ReadonlyArray<Place & { property: Property }>): INodeProperties {
	const form = toForm(like);
	if (like.sharedAs === undefined) return form;
	const inside = (fieldsOf: (property: Property) => readonly Property[]) =>
		shareFields(
			places.map(({ resource, operation, property }) => ({
				resource,
				operation,
				fields: fieldsOf(property),
			})),
			'/',
		);
	if (like.type === 'collection') {
		return { ...form, options: inside(({ options = [] }) => options.filter(isProperty)) };
	}
	const groups = form.options?.map((group, index) => ({
		...group,
		values: inside((property) => groupsOf(property)[index]?.values ?? []),
	}));
	return { ...form, options: groups };
}
