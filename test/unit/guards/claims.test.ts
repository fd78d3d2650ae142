import fc from 'fast-check';
import { openClaims } from '../../../nodes/XmlBilling/guards/claims';

const KEYS = ['email', 'names', 'number', 'payment'];
const breathe = async () => await new Promise((resolve) => setImmediate(resolve));

describe('Claims', () => {
	it('let nobody else have any of the keys, and everybody have them in the end', async () => {
		const wanted = fc.array(fc.uniqueArray(fc.constantFrom(...KEYS)), { minLength: 2, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(wanted, async (all) => {
				const held: string[] = [];
				const work = async (keys: string[]) => {
					const claims = openClaims();
					const { end } = await claims.claim(keys);
					expect(held.filter((key) => keys.includes(key))).toEqual([]);
					held.push(...keys);
					await breathe();
					for (const key of keys) held.splice(held.indexOf(key), 1);
					end();
					claims.close();
				};
				await Promise.all(all.map(work));
				expect(held).toEqual([]);
			}),
		);
	});

	it('keep nobody waiting who wants other keys', async () => {
		const { end } = await openClaims().claim(['email']);
		(await openClaims().claim(['names'])).end();
		end();
	});

	it('tell of the keys that others have had meanwhile', async () => {
		const [first, second, closed] = [openClaims(), openClaims(), openClaims()];
		closed.close();
		const hadOthers = async (claims: typeof first, ...keys: string[]) => {
			const { end, hadOthers: had } = await claims.claim(keys);
			end();
			return had;
		};
		expect(await hadOthers(first, 'email', 'names')).toBe(false);
		expect(await hadOthers(first, 'email')).toBe(false);
		expect(await hadOthers(second, 'number')).toBe(false);
		expect(await hadOthers(second, 'number', 'names')).toBe(true);
		expect(await hadOthers(closed, 'names')).toBe(false);
		expect(await hadOthers(openClaims(), 'names')).toBe(false);
	});
});
