import type { Values } from './walk/documents.mts';
import { create } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

/** The kinds of record that need unique names (§4.6 to §4.8), and a kind with separate names. */
const NAMED = [
	{ name: 'Client', kind: 'client', other: 'Staff', column: 'username', says: 'Username ' },
	{ name: 'Staff', kind: 'staff', other: 'Client', column: 'username', says: 'Username ' },
	{ name: 'Product', kind: 'product', other: 'Service', column: 'name', says: 'Product- ' },
	{ name: 'Service', kind: 'service', other: 'Product', column: 'name', says: 'Service- ' },
] as const;

describe.each(NAMED)('the name of a $name', ({ name, kind, other, column, says }) => {
	const identifier = `${kind}_id`;
	const [first, again] = column === 'name' ? ['Paper <A4>', 'PAPER <a4>'] : ['ann.lee', 'ANN.lee'];
	const called = (text: string): Values => ({
		...{ name: 'Ann', organization: 'Lee', email: 'ann@lee.example' },
		[column]: text,
	});
	const add = (text: string) => create(service, `create${name}`, called(text));
	const rename = (id: string, text: string) =>
		service.reply(`update${name}`, { ...called(text), [identifier]: id });

	test('must be unique, in any case, also in an update', async () => {
		const taken = [400, `${says}[${again}] already exists.`];
		const id = await add(first);
		expect(await service.reply(`create${name}`, called(again))).toEqual(taken);
		expect(await rename(await add('another'), again)).toEqual(taken);
		expect((await rename(id, again))[0]).toBe(200);
		expect(service.rowOf(kind, id)).toMatchObject({ [column]: again });
	});

	test('may be that of another kind, of another account, or of a deleted one', async () => {
		const id = await add(first);
		expect((await service.call(`create${other}`, called(first))).status).toBe(200);
		expect((await service.call(`create${name}`, called(first), 'second')).status).toBe(200);
		await service.succeed(`delete${name}`, { [identifier]: id });
		expect(service.rowOf(kind, await add(again))).toMatchObject({ [column]: again });
	});
});
