import { textAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { create, fields, list, oldest, read } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

const smallest = () => ({
	expense_category_id: oldest(service, 'expenseCategory'),
	amount: '12.5',
	date: '2026-06-01',
});
const add = (values: Values = {}) => create(service, 'createExpense', { ...smallest(), ...values });
const get = (expense_id: string) => read(service, 'getExpense', { expense_id });

test('a new expense has a category, an amount and a day, and nothing else', async () => {
	const record = await get(await add());
	const shown = record.children.map(({ name, text }) => [name, text]);
	expect(Object.fromEntries(shown.filter(([, text]) => text !== ''))).toEqual({
		expense_id: textAt(record, 'expense_id'),
		expense_category_id: oldest(service, 'expenseCategory'),
		date: '2026-06-01 00:00:00',
		amount: '12.50',
		is_expense_recurring: '0',
		status: 'Active',
	});
	const recurring = await get(await add({ recurring_frequency: '3' }));
	expect(fields(recurring, 'is_expense_recurring')).toEqual(['1']);
});

test('an invoiced expense may be changed and deleted, and stays invoiced', async () => {
	const id = service.fill('{invoicedExpense}');
	await service.succeed('updateExpense', { expense_id: id, notes: 'Late' });
	expect(await list(service, 'listExpense', { is_expense_invoiced: 'Yes' })).toContain(id);
	await service.succeed('deleteExpense', { expense_id: id });
	expect(await list(service, 'listExpense', { is_expense_invoiced: 'Yes' })).not.toContain(id);
});

test('a category can be deleted although expenses have it; they keep it, and new ones cannot take it', async () => {
	const id = await add();
	const expense_category_id = oldest(service, 'expenseCategory');
	await service.succeed('deleteExpenseCategory', { category_id: expense_category_id });
	await service.succeed('updateExpense', { expense_id: id, notes: 'Kept' });
	expect(fields(await get(id), 'expense_category_id', 'notes')).toEqual([expense_category_id, 'Kept']);
	const { status } = await service.call('createExpense', { ...smallest(), expense_category_id });
	expect(status).toBe(400);
});
