import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { resolveLocators } from '../engine/resolveLocators';
import type { Body } from '../xml/request';
import { check } from '../xml/values';
import type { BillingApi } from '../transport/billingApi';

/** Where a form has its project, as far as it has one. */
const PROJECT_PATHS = ['projectId', 'updateFields.projectId', 'filters.projectId'];

/** The filter for records of the project that the form names. Nothing where there is none, or an expression. */
export async function chosenProject(context: ILoadOptionsFunctions, api: BillingApi): Promise<Body> {
	const chosen = PROJECT_PATHS.map((path) => context.getCurrentNodeParameter(path)).find(
		(value) => value !== undefined,
	);
	const resolved = await resolveLocators({ project_id: chosen }, api);
	const checked = check(resolved.ok ? resolved.values['project_id'] : undefined, 'identifier', 'utc');
	return checked.ok ? { project_id: checked.text } : {};
}
