import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';
import { resolveLocators } from '../engine/resolveLocators';
import type { RecordType } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { withBillingApi } from '../transport/openBillingApi';
import { camelCase, unwrapLocator, type Values } from '../xml/encode';
import type { Body } from '../xml/request';
import { check, isAbsent } from '../xml/values';

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
		return await withBillingApi(this, options, async (api) => await read(this, api, ...asked));
	};

/** Resolves locators to identifiers. Throws an error for the editor to show in place of a list. */
export async function formValues(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	values: Values,
): Promise<Values> {
	const resolved = await resolveLocators(values, api);
	if (!resolved.ok) throw problem(context, resolved.problem, resolved.advice);
	return resolved.values;
}

/**
 * The identifier of the record that is chosen in the form; undefined if none is chosen yet, or if an expression can't be
 * resolved in the editor.
 *
 * @param advice if given, such an expression throws an error with it: what the list shows, and what to do without it
 */
export async function recordInForm(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	{ id, label }: RecordType,
	advice?: string,
): Promise<string | undefined> {
	const locator = context.getCurrentNodeParameter(camelCase(id));
	const value = unwrapLocator(locator);
	// If the editor cannot resolve an expression, it returns the source of the expression, or nothing.
	const isOpen = String(value).startsWith('=');
	if (isOpen && advice !== undefined)
		throw problem(context, `The ${label} is only known when the node runs`, advice);
	if (isAbsent(value) || isOpen) return undefined;
	const values = await formValues(context, api, { locator });
	const checked = check(values['locator'], 'identifier', 'utc');
	if (!checked.ok) throw problem(context, `The ${label} ${checked.problem}`, `Choose the ${label} again.`);
	return checked.text;
}

/** An error for the editor to show in place of a list. */
export const problem = (
	context: ILoadOptionsFunctions,
	message: string,
	description: string,
): NodeOperationError => new NodeOperationError(context.getNode(), message, { description });

/** The paths of the project field in different forms. */
const PROJECT_PATHS = ['projectId', 'updateFields.projectId', 'filters.projectId'];

/** The filter for the form's project; empty if no project is chosen, or it is an unresolved expression. */
export async function chosenProject(context: ILoadOptionsFunctions, api: BillingApi): Promise<Body> {
	const chosen = PROJECT_PATHS.map((path) => context.getCurrentNodeParameter(path)).find(
		(value) => value !== undefined,
	);
	const resolved = await resolveLocators({ project_id: chosen }, api);
	const checked = check(resolved.ok ? resolved.values['project_id'] : undefined, 'identifier', 'utc');
	return checked.ok ? { project_id: checked.text } : {};
}
