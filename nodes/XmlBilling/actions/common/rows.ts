import type { INodePropertyOptions } from 'n8n-workflow';
import { locator } from '../../descriptions/locators';
import { listOptions, paging, previewOptions } from '../../descriptions/options';
import type { Property } from '../../descriptions/property';
import type { PickableRecord, RecordType } from '../../records';
import { pluralOf, withArticle } from '../../records/display';
import { methodFor } from '../../records/methods';
import { actOn } from './actOn';
import { operation, type Operation } from '../../execution/operation';
import { idOf } from '../../execution/item';
import { listRecords } from '../../execution/recordReads';

// The operations that most kinds of records have in common. Whatever differs is a literal in its resource.

/** How a kind's operation differs from that of the others. */
interface Differences {
	/** The kind in the dropdown, where a resource has several: `Product`. */
	readonly of?: string;
	readonly action?: string;
	readonly description?: string;
	readonly run?: Operation['run'];
	readonly grouping?: Operation['grouping'];
	/** See Action. */
	readonly perhaps?: string;
	readonly note?: string;
}

const option = (
	name: string,
	value: string,
	of: string,
	action: string,
	description: string,
): INodePropertyOptions & { action: string; description: string } => ({
	name: `${name} ${of}`.trim(),
	value: `${value}${of.replace(' ', '')}`,
	action,
	description,
});

/**
 * The operation that creates a record of a kind.
 *
 * @param fields the form, with its options
 */
export const createOf = (
	type: RecordType,
	fields: readonly Property[],
	prepare: Operation['prepare'],
	{ of = '', action = '', description = `Create ${withArticle(type.label)}`, grouping }: Differences = {},
): Operation =>
	operation({
		option: option('Create', 'create', of, action || `Create ${type.label}`, description),
		method: methodFor('create', type.name),
		shows: type,
		properties: [...fields],
		grouping,
		prepare,
	});

/** The operation that deletes records of a kind. */
export const deleteOf = (
	type: PickableRecord,
	{
		of = '',
		description = `Delete ${withArticle(type.label)}. No operation can restore it.`,
		perhaps,
		note,
	}: Differences = {},
): Operation =>
	operation({
		option: option('Delete', 'delete', of, `Delete ${type.label}`, description),
		method: methodFor('delete', type.name),
		// Without a method that reads one record, there is no name to show (§4.9).
		removes: type.get === undefined ? undefined : type,
		properties: [locator(type), previewOptions],
		prepare: (item) => actOn(item, { type, done: 'deleted', perhaps, note }),
	});

/** The operation that reads one record of a kind. */
export const getOf = (
	type: PickableRecord,
	{ of = '', description = `Retrieve ${withArticle(type.label)}` }: Differences = {},
): Operation =>
	operation({
		option: option('Get', 'get', of, `Get ${type.label}`, description),
		method: methodFor('get', type.name),
		shows: type,
		properties: [locator(type)],
		run: async (item) => [await item.api.get(type, idOf(item, type))],
	});

/**
 * The operation that lists records of a kind.
 *
 * @param fields its filters, and how it is sorted
 */
export const listOf = (
	type: PickableRecord,
	[filters, ...sort]: readonly [Property, ...Property[]],
	{ of = '', run = listRecords(type) }: Differences = {},
): Operation =>
	operation({
		option: option(
			'Get Many',
			'getAll',
			of === '' ? '' : `${of}s`,
			`Get many ${pluralOf(type.label)}`,
			`Retrieve a list of ${pluralOf(type.label)}`,
		),
		method: methodFor('list', type.name),
		shows: type,
		properties: [...paging, filters, listOptions, ...sort],
		run,
	});

/**
 * The operation that changes a record of a kind.
 *
 * @param fields its changes and its options
 */
export const updateOf = (
	type: PickableRecord,
	fields: readonly Property[],
	prepare: Operation['prepare'],
	{
		of = '',
		description = `Change some values of ${withArticle(type.label)} and keep the rest`,
		grouping,
	}: Differences = {},
): Operation =>
	operation({
		option: option('Update', 'update', of, `Update ${type.label}`, description),
		method: methodFor('update', type.name),
		shows: type,
		properties: [locator(type), ...fields],
		grouping,
		prepare,
	});
