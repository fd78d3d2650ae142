import type { Key, KnownRecord } from '../../records';
import { setElement, snakeCase, type Values } from '../../xml/encode';
import type { Body, Content } from '../../xml/request';
import type { Property, PropertyGroup } from '../../descriptions/property';

/** A form filled in for an item: its fields in order, each with its label and those around it (`Lines › 1 › Name`). */
export type FormNode = FieldNode | SetNode | RowsNode;

/** Makes an error about a form, for the caller to throw. */
export type Refuse = (message: string, advice?: string) => Error;

interface Place {
	readonly field: Property;
	readonly path: string;
}

/** A field that takes a value. */
export interface FieldNode extends Place {
	readonly value: unknown;
	/** What a request has of it; nothing if it is empty or not sent. */
	readonly content?: Content | undefined;
	/** The record that the value names by its email, number or name, until it is looked up. */
	readonly names?: { readonly type: KnownRecord; readonly key: Key; readonly wanted: string } | undefined;
	/** The kind of document whose number somebody may mean by this identifier. */
	readonly perhapsNumber?: KnownRecord | undefined;
}

/** A set of fields, of which those that were added are here. */
interface SetNode extends Place {
	readonly fields: readonly FormNode[];
}

/** Rows of fields, by the groups that they stand in. */
interface RowsNode extends Place {
	readonly groups: readonly Rows[];
}

export interface Rows {
	readonly group: PropertyGroup;
	/** Whether they were given as a list, and not as a single row. */
	readonly isList: boolean;
	readonly rows: readonly Row[];
}

export interface Row {
	readonly path: string;
	readonly fields: readonly FormNode[];
}

/** The values of a form by field name: `{ clientId: '7', options: { preview: true }, lineItems: { line: [{ name: 'A' }] } }`. */
export const valuesOf = (form: readonly FormNode[]): Values =>
	Object.fromEntries(form.map((node) => [node.field.name, valueOf(node)]));

export function valueOf(node: FormNode): unknown {
	if ('fields' in node) return valuesOf(node.fields);
	if (!('groups' in node)) return node.value;
	return Object.fromEntries(
		node.groups.map(({ group, isList, rows }) => {
			const values = rows.map(({ fields }) => valuesOf(fields));
			return [group.name, isList ? values : values[0]];
		}),
	);
}

/** The rows of a form's repeatable field; none if it is empty. */
export const rowsIn = (form: readonly FormNode[], name: string): readonly Row[] =>
	form
		.filter((node) => node.field.name === name)
		.filter((node) => 'groups' in node)
		.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows));

/**
 * Writes a form as the body of a request (§2.1, §4). The interface ignores the order of elements. Empty fields are not
 * written, because an empty element means the same.
 */
export function bodyOf(form: readonly FormNode[]): Body {
	const body: Body = {};
	writeAll(form, body);
	return body;
}

function writeAll(form: readonly FormNode[], body: Body): void {
	for (const node of form) write(node, body);
}

function write(node: FormNode, body: Body): void {
	const { element, name } = node.field;
	if (element === false) return;
	if ('fields' in node) {
		if (element === undefined) return writeAll(node.fields, body);
		const inner = bodyOf(node.fields);
		if (Object.keys(inner).length > 0) setElement(body, element, inner);
	} else if ('groups' in node) {
		for (const { group, rows } of node.groups) {
			const path = [element ?? snakeCase(name), group.element ?? snakeCase(group.name)];
			const filled = rows.map(({ fields }) => bodyOf(fields)).filter((row) => Object.keys(row).length > 0);
			if (filled.length > 0) setElement(body, path.filter((part) => part !== '').join('/'), filled);
		}
	} else if (node.content !== undefined) setElement(body, element ?? snakeCase(name), node.content);
}
