import { foldText } from '../helpers/GenericFunctions';
import { NodeOperationError, type ILoadOptionsFunctions, type INodeListSearchItems } from 'n8n-workflow';
import { readForm } from '../execution/form/read';
import { resolveForm } from '../execution/form/resolve';
import { bodyOf } from '../execution/form/tree';
import { projectPaths } from '../descriptions/commonFields';
import type { Property } from '../descriptions/property';
import { projectRecord, type PickableRecord, type RecordType } from '../records';
import { textWith } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { withBillingApi } from '../transport/connect';
import { camelCase, unwrapLocator } from '../xml/encode';
import type { Body } from '../xml/request';
import { textOf, type BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';

const MAX_TIMEOUT_MS = 10_000;
const LAST_TRY_MS = 15_000;

/**
 * Makes a list in the editor of what reads it, with a connection for each use. The user is waiting, so a service that hangs
 * is reported within 30 seconds.
 */
export const inEditor = <Asked extends unknown[], List>(
	read: (context: ILoadOptionsFunctions, api: BillingApi, ...asked: Asked) => Promise<List>,
) =>
	async function (this: ILoadOptionsFunctions, ...asked: Asked): Promise<List> {
		const options = { maxTimeoutMs: MAX_TIMEOUT_MS, deadline: Date.now() + LAST_TRY_MS };
		return await withBillingApi(this, options, (api) => read(this, api, ...asked));
	};

/** An error for the editor to show in place of a list. */
export const problem = (
	context: ILoadOptionsFunctions,
	message: string,
	description: string,
): NodeOperationError => new NodeOperationError(context.getNode(), message, { description });

/**
 * The identifier of the record that is chosen in the form; undefined if none is chosen yet, or only an expression knows it.
 *
 * @param advice if given, an expression throws an error with it: what the list shows, and what to do without it
 */
export async function recordInForm(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	type: RecordType,
	advice?: string,
): Promise<string | undefined> {
	const locator = context.getCurrentNodeParameter(camelCase(type.id));
	if (advice !== undefined && isExpression(unwrapLocator(locator)))
		throw problem(context, `The ${type.label} is only known when the node runs`, advice);
	return await idIn(context, api, type, locator);
}

/** The filter for the form's project, if one is chosen. */
export async function chosenProject(context: ILoadOptionsFunctions, api: BillingApi): Promise<Body> {
	const chosen = projectPaths
		.map((path) => context.getCurrentNodeParameter(path))
		.find((value) => value !== undefined);
	const id = await idIn(context, api, projectRecord, chosen);
	return id === undefined ? {} : { [projectRecord.id]: id };
}

// If the editor cannot resolve an expression, it returns the source of the expression, or nothing.
const isExpression = (value: unknown): boolean => String(value).startsWith('=');

async function idIn(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	{ id, label }: RecordType,
	locator: unknown,
): Promise<string | undefined> {
	const value = unwrapLocator(locator);
	if (isAbsent(value) || isExpression(value)) return undefined;
	// The editor shows the message alone.
	const refuse = (message: string, advice = `Choose the ${label} in its list, or by name.`) =>
		problem(context, `${message}. ${advice}`, advice);
	const field: Property = { displayName: `The ${label}`, name: id, type: 'resourceLocator', default: '' };
	const form = readForm([field], { [id]: locator }, { raw: {}, timeZone: 'utc', refuse });
	return textOf(bodyOf(await resolveForm(form, api, refuse))[id]);
}

/** A record as an entry of a list. */
export function toEntry(
	{ id: idField, label, picker }: PickableRecord,
	record: BillingRecord,
	detail = picker.detail ?? [],
): INodeListSearchItems {
	const id = Number(record[idField]);
	const title = textWith(picker.title ?? [picker.needs], record) || `${label} ${id}`;
	const description = textWith(detail, record);
	return { name: description === '' ? title : `${title} – ${description}`, value: id };
}

/** The entries whose name contains the typed text (case doesn't matter), or whose value equals it. */
export function matching(items: readonly INodeListSearchItems[], typed?: string): INodeListSearchItems[] {
	const wanted = foldText(typed ?? '');
	return items.filter(({ name, value }) => foldText(name).includes(wanted) || String(value) === wanted);
}
