import fc from 'fast-check';
import { claim } from '../../../nodes/XmlBilling/guards/claims';

const KEYS = ['email', 'names', 'number', 'payment'];
const breathe = async () => await new Promise((resolve) => setImmediate(resolve));

describe('Claims', () => {
	it('let nobody else have any of the keys, and everybody have them in the end', async () => {
		const wanted = fc.array(fc.uniqueArray(fc.constantFrom(...KEYS)), { minLength: 2, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(wanted, async (all) => {
				const held: string[] = [];
				const work = async (keys: string[]) => {
					const release = await claim(keys);
					expect(held.filter((key) => keys.includes(key))).toEqual([]);
					held.push(...keys);
					await breathe();
					for (const key of keys) held.splice(held.indexOf(key), 1);
					release();
				};
				await Promise.all(all.map(work));
				expect(held).toEqual([]);
			}),
		);
	});

	it('keep nobody waiting who wants other keys', async () => {
		const release = await claim(['email']);
		(await claim(['names']))();
		release();
	});
});
