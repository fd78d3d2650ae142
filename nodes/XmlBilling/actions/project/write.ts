import type { IDataObject } from 'n8n-workflow';
import type { Body } from '../../xml/request';
import { projectRecord } from '../../records';
import { isSameText, textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessExists, recognizedBy } from '../../guards/duplicates';
import { keepsOthers, keep } from '../common/resendUnchanged';
import { writtenWithLinks } from '../common/linkedRecords';
import type { ItemContext } from '../../engine/itemContext';
import { idOf } from '../common/standard';

// The service refuses these without a budget (§4.10).
const NEED_BUDGET = ['flat', 'project'];

const needsBudget = (method: unknown): boolean => NEED_BUDGET.some((name) => isSameText(method, name));

/** Creates a project, unless one has its name; tasks that cannot be linked are told of beside it (§4.10). */
export async function createProject(item: ItemContext): Promise<IDataObject[]> {
	const body = item.body();
	refuseMissingBudget(item, body);
	return await createUnlessExists(item, projectRecord, recognizedBy(item, projectRecord), async () => {
		const answer = await item.api.call(item.method, body);
		return await writtenWithLinks(item, projectRecord, answer, 'created', 'tasks');
	});
}

/**
 * Changes a project and keeps the rest. A budget cannot be read: where there is one and none is given, the billing method
 * is left out with it, because the service could take the method alone for one whose budget is gone.
 */
export async function updateProject(item: ItemContext): Promise<IDataObject[]> {
	const given = item.body();
	refuseMissingBudget(item, given);
	if (!keepsOthers(item)) return await send(item, given);
	const current = await item.api.get(projectRecord, idOf(item, projectRecord));
	const method = textOf(current['billing_method']);
	const isLeftAlone = given['billing_method'] === undefined && given['budget'] === undefined;
	if (!isLeftAlone || !needsBudget(method))
		return await send(item, keep(item, projectRecord, given, current, projectRecord.resent));
	const { billing_method: _, ...kept } = projectRecord.resent;
	const output = await send(item, keep(item, projectRecord, given, current, kept));
	warnOfMethod(item, output, method);
	return output;
}

async function send(item: ItemContext, body: Body): Promise<IDataObject[]> {
	const answer = await item.api.call(item.method, body);
	return await writtenWithLinks(item, projectRecord, answer, 'updated', 'tasks');
}

function refuseMissingBudget(item: ItemContext, { billing_method, budget }: Body): void {
	if (budget !== undefined || !needsBudget(billing_method)) return;
	throw item.problem(
		`Budget is required with the billing method ${textOf(billing_method)}`,
		'Nothing was sent. Fill in the Budget.',
	);
}

// A service that erases what is left out would show it here.
function warnOfMethod(item: ItemContext, [record]: readonly IDataObject[], before: string): void {
	const shown = record?.['billing_method'];
	if (shown === undefined || isSameText(shown, before)) return;
	item.warn(
		`The service changed the billing method from ${quote(before)} to ${quote(textOf(shown))}, and may have lost the budget. Update the project with both.`,
	);
}
