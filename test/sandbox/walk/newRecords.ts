import { textAt, type AnswerElement } from './answers.ts';
import type { Values } from './documents.ts';

/** Calls a method that has to succeed, with the token of an account (main by default). */
export type Succeed = (method: string, values: Values, account?: string) => Promise<AnswerElement>;

/**
 * Creates the staff member, product, service and category that placeholders stand for, so that every field and filter of
 * them is known. Returns their identifiers and values by placeholder.
 */
export async function createNewRecords(succeed: Succeed, client: number): Promise<Record<string, string>> {
	const staff = { name: 'New Member', username: 'new.member', email: 'new.member@studio.example' };
	const product = { name: 'Sample <box>', unitcost: '4.20' };
	const service = { name: 'Sample & delivery', cost: '36.75' };
	const create = async (method: string, identifier: string, values: Values, account?: string) =>
		textAt(await succeed(method, values, account), identifier);
	return {
		staff: await create('createStaff', 'staff_id', {
			...staff,
			'assigned_clients/client_id': String(client),
		}),
		staffEmail: staff.email,
		product: await create('createProduct', 'product_id', product),
		productName: product.name,
		productCost: product.unitcost,
		foreignProduct: await create('createProduct', 'product_id', product, 'second'),
		service: await create('createService', 'service_id', service),
		serviceName: service.name,
		serviceCost: service.cost,
		foreignService: await create('createService', 'service_id', service, 'second'),
		newCategory: await create('createExpenseCategory', 'category_id', { name: 'New Category' }),
	};
}
