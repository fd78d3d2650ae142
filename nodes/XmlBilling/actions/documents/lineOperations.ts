import { locator } from '../../descriptions/locators';
import { lineOptions, writeOptions } from '../../descriptions/options';
import type { Property } from '../../descriptions/property';
import { operation, type Operation } from '../../execution/operation';
import type { DocumentRecord, PickableRecord } from '../../records';
import { withArticle } from '../../records/display';
import { methodFor } from '../../records/methods';
import { addLines, deleteLines, updateLines } from './changeLines';
import { addedLinesFrom, changedLinesFrom, linesToDelete } from './lineForms';
import { linesPerItem } from './linesPerItem';

// The operations on lines that all kinds of documents have in common (§4.3, §4.4, §4.5).

type Document = DocumentRecord & PickableRecord;

/** The operation that adds lines to a document. */
export const addLinesOf = (
	type: Document,
	lines: readonly Property[],
	description = `Add lines to an existing ${type.label}`,
): Operation =>
	operation({
		option: { name: 'Add Lines', value: 'addItems', action: `Add lines to ${type.label}`, description },
		method: methodFor('add', type.name, 'lines'),
		shows: type,
		properties: [locator(type), ...addedLinesFrom, ...lines, lineOptions],
		grouping: linesPerItem,
		prepare: addLines(type),
	});

/** The operation that deletes lines from a document. */
export const deleteLinesOf = (type: Document): Operation =>
	operation({
		option: {
			name: 'Delete Lines',
			value: 'deleteItems',
			action: `Delete lines from ${type.label}`,
			description: `Delete lines from ${withArticle(type.label)}. No operation can restore them.`,
		},
		method: methodFor('delete', type.name, 'lines'),
		shows: type,
		properties: [locator(type), linesToDelete(type), writeOptions],
		prepare: deleteLines(type),
	});

/** The operation that changes lines of a document. */
export const updateLinesOf = (type: Document, changes: readonly Property[]): Operation =>
	operation({
		option: {
			name: 'Update Lines',
			value: 'updateItems',
			action: `Update lines of ${type.label}`,
			description: `Change some values of ${type.label} lines and keep the rest`,
		},
		method: methodFor('update', type.name, 'lines'),
		shows: type,
		properties: [locator(type), ...changedLinesFrom, ...changes, lineOptions],
		prepare: updateLines(type),
	});
