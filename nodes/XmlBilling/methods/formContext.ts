import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';
import { resolveLocators } from '../engine/resolveLocators';
import type { RecordType } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { camelCase, unwrapLocator, type Values } from '../xml/encode';
import { check, isAbsent } from '../xml/values';

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
