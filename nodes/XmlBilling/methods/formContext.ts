import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';
import { resolveLocators } from '../engine/resolveLocators';
import type { RecordType } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { openBillingApi } from '../transport/openBillingApi';
import { camelCase, unwrapLocator, type Values } from '../xml/encode';
import type { Body } from '../xml/request';
import { check, isAbsent } from '../xml/values';

const MAX_TIMEOUT_MS = 10_000;
const LAST_TRY_MS = 15_000;

/** Opens the service for a list that someone is waiting for: one that hangs is reported within half a minute. */
export const openForEditor = async (context: ILoadOptionsFunctions): Promise<BillingApi> =>
	await openBillingApi(context, { maxTimeoutMs: MAX_TIMEOUT_MS, deadline: Date.now() + LAST_TRY_MS });

/** Values of the form with identifiers in their locators. Throws an error that its user reads in place of a list. */
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
 * The identifier of the record that the form's locator for its kind names. Throws an error that asks for it if there is
 * none, or only a run can tell it.
 *
 * @param advice what the list shows, and what else can be done
 */
export async function recordInForm(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	{ id, label }: RecordType,
	advice: string,
): Promise<string> {
	const locator = context.getCurrentNodeParameter(camelCase(id));
	const value = unwrapLocator(locator);
	// The editor gives an expression that it cannot resolve as it is written, or nothing.
	if (isAbsent(value) || String(value).startsWith('=')) {
		throw problem(context, `Choose the ${label} first`, advice);
	}
	const values = await formValues(context, api, { locator });
	const checked = check(values['locator'], 'identifier', 'utc');
	if (!checked.ok) throw problem(context, `The ${label} ${checked.problem}`, `Choose the ${label} again.`);
	return checked.text ?? '';
}

/** An error that the user reads in place of a list. */
export const problem = (
	context: ILoadOptionsFunctions,
	message: string,
	description: string,
): NodeOperationError => new NodeOperationError(context.getNode(), message, { description });

/** The paths of the project in the forms that have one. */
const PROJECT_PATHS = ['projectId', 'updateFields.projectId', 'filters.projectId'];

/** The filter for records of the form's project; empty if the form has none, or an expression. */
export async function chosenProject(context: ILoadOptionsFunctions, api: BillingApi): Promise<Body> {
	const chosen = PROJECT_PATHS.map((path) => context.getCurrentNodeParameter(path)).find(
		(value) => value !== undefined,
	);
	const resolved = await resolveLocators({ project_id: chosen }, api);
	const checked = check(resolved.ok ? resolved.values['project_id'] : undefined, 'identifier', 'utc');
	return checked.ok ? { project_id: checked.text } : {};
}
