import type { Body } from '../../xml/request';
import { projectRecord } from '../../records';
import { isSameText, textOf } from '../../xml/shape';
import { createUnlessExists, recognizedBy } from '../../engine/writes/duplicates';
import { keepsOthers, keep } from '../../engine/writes/resendUnchanged';
import { writeWithLinks } from './linkedRecords';
import { idOf, type ItemContext } from '../../engine/item/itemContext';
import type { Prepared, Write } from '../../engine/item/operation';
import { expectedOf } from '../../engine/writes/recordWrites';
import { without } from '../../objects';

// The service rejects these methods without a budget (§4.10).
const NEED_BUDGET = ['flat', 'project'];

const needsBudget = (method: unknown): boolean => NEED_BUDGET.some((name) => isSameText(method, name));

/** Creates a project, unless one has its name. Warns of tasks that cannot be linked (§4.10). */
export async function createProject(item: ItemContext): Promise<Prepared> {
	refuseMissingBudget(item, item.body);
	const write = writeWithLinks(item, projectRecord, item.body, 'created', 'tasks');
	return await createUnlessExists(item, projectRecord, recognizedBy(item, projectRecord), write);
}

/**
 * Changes a project and keeps the rest. Its budget can't be read. If it has one and the form sets none, the billing method
 * is omitted too, because the service could read the method alone as a project without a budget.
 */
export async function updateProject(item: ItemContext): Promise<Write> {
	const { body: given } = item;
	refuseMissingBudget(item, given);
	const update = (body: Body) => writeWithLinks(item, projectRecord, body, 'updated', 'tasks');
	if (!keepsOthers(item)) return update(given);
	const current = await item.api.get(projectRecord, idOf(item, projectRecord));
	const method = textOf(current['billing_method']);
	const isLeftAlone = given['billing_method'] === undefined && given['budget'] === undefined;
	if (!isLeftAlone || !needsBudget(method))
		return update(keep(item, projectRecord, given, current, projectRecord.keptOnUpdate));
	const kept = without(projectRecord.keptOnUpdate, 'billing_method');
	const body = keep(item, projectRecord, given, current, kept);
	// Only the result shows whether the service erased the omitted method.
	return { ...update(body), expected: { ...expectedOf(projectRecord, body), before: current } };
}

function refuseMissingBudget(item: ItemContext, { billing_method, budget }: Body): void {
	if (budget !== undefined || !needsBudget(billing_method)) return;
	throw item.problem(
		`Budget is required with the billing method ${textOf(billing_method)}`,
		'Nothing was sent. Fill in the Budget.',
	);
}
