import type { IDataObject } from 'n8n-workflow';
import { isSameText, PROJECT_NAME } from '../../engine/resolveLocators';
import type { Body } from '../../xml/request';
import { projectRecord } from '../../records';
import { textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessExists, recognisedBy } from '../../guards/duplicates';
import { keepsOthers, keep, shownId, shownIds, shownText, type Kept } from '../common/resendUnchanged';
import { writtenWithLinks } from '../common/linkedRecords';
import type { ItemContext } from '../../engine/itemContext';
import { idOf } from '../common/standard';

// The service refuses these without a budget (§4.10).
const NEED_BUDGET = ['flat', 'project'];

const needsBudget = (method: unknown): boolean => NEED_BUDGET.some((name) => isSameText(method, name));

// What an answer shows and a request takes (§2.2, §4.10). The budget is not shown.
const KEPT: Kept = {
	name: shownText('project_name'),
	billing_method: shownText('billing_method'),
	client_id: shownId('client_id'),
	project_manager_id: shownId('project_manager_id'),
	description: shownText('project_description'),
	'tasks/task_id': shownIds('task'),
};

/** Creates a project, unless one has its name; tasks that cannot be linked are told of beside it (§4.10). */
export async function createProject(call: ItemContext): Promise<IDataObject[]> {
	const body = call.body();
	refuseMissingBudget(call, body);
	return await createUnlessExists(call, projectRecord, recognisedBy(call, PROJECT_NAME, 'name'), async () => {
		const answer = await call.api.call(call.method, body);
		return await writtenWithLinks(call, projectRecord, answer, 'created', 'tasks');
	});
}

/**
 * Changes a project and keeps the rest. A budget cannot be read: where there is one and none is given, the billing method
 * is left out with it, because the service could take the method alone for one whose budget is gone.
 */
export async function updateProject(call: ItemContext): Promise<IDataObject[]> {
	const given = call.body();
	refuseMissingBudget(call, given);
	if (!keepsOthers(call)) return await send(call, given);
	const current = await call.api.get(projectRecord, idOf(call, projectRecord));
	const method = textOf(current['billing_method']);
	const isLeftAlone = given['billing_method'] === undefined && given['budget'] === undefined;
	if (!isLeftAlone || !needsBudget(method))
		return await send(call, keep(call, projectRecord, given, current, KEPT));
	const { billing_method: _, ...kept } = KEPT;
	const output = await send(call, keep(call, projectRecord, given, current, kept));
	warnOfMethod(call, output, method);
	return output;
}

async function send(call: ItemContext, body: Body): Promise<IDataObject[]> {
	const answer = await call.api.call(call.method, body);
	return await writtenWithLinks(call, projectRecord, answer, 'updated', 'tasks');
}

function refuseMissingBudget(call: ItemContext, { billing_method, budget }: Body): void {
	if (budget !== undefined || !needsBudget(billing_method)) return;
	throw call.problem(
		`Budget is required with the billing method ${textOf(billing_method)}`,
		'Nothing was sent. Fill in the Budget.',
	);
}

// A service that erases what is left out would show it here.
function warnOfMethod(call: ItemContext, [record]: readonly IDataObject[], before: string): void {
	const shown = record?.['billing_method'];
	if (shown === undefined || isSameText(shown, before)) return;
	call.warn(
		`The service changed the billing method from ${quote(before)} to ${quote(textOf(shown))}, and may have lost the budget. Update the project with both.`,
	);
}
