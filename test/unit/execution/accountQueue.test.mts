import fc from 'fast-check';
import { alone } from '../../../nodes/XmlBilling/execution/accountQueue';

const breathe = async () => await new Promise((resolve) => setImmediate(resolve));
const OWNERS = ['first', 'second'].map((name) => Symbol(name));
const NEVER = new AbortController().signal;

describe('The queue of an account', () => {
	it('lets one write at a time, in turn, whatever fails', async () => {
		const failing = fc.array(fc.boolean(), { minLength: 2, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(failing, async (all) => {
				let running = 0;
				const order: number[] = [];
				const turns = all.map(async (fails, index) => {
					await alone('account', OWNERS[index % 2] ?? Symbol('other'), NEVER, async () => {
						expect((running += 1)).toBe(1);
						order.push(index);
						await breathe();
						running -= 1;
						if (fails) throw new Error('refused');
					});
				});
				const ends = await Promise.allSettled(turns);
				expect(order).toEqual([...all.keys()]);
				expect(ends.map(({ status }) => status === 'rejected')).toEqual(all);
			}),
		);
	});

	it('does not block another account, and says whether another execution was there', async () => {
		const [first = Symbol('a'), second = Symbol('b')] = OWNERS;
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		const turn = async (account: string, owner: symbol) =>
			await alone(account, owner, NEVER, async (changedByOthers) => await Promise.resolve(changedByOthers));
		const long = alone('one', first, NEVER, async () => await held);
		expect(await turn('two', second)).toBe(false);
		const waiting = [turn('one', first), turn('one', second), turn('one', first)];
		release();
		await long;
		expect(await Promise.all(waiting)).toEqual([false, true, true]);
	});

	it('does not keep a canceled execution waiting, and lets nobody in before the one that writes', async () => {
		const [first = Symbol('a'), second = Symbol('b')] = OWNERS;
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		const long = alone('three', first, NEVER, async () => await held);
		const cancel = new AbortController();
		const canceled = alone('three', second, cancel.signal, async () => await Promise.resolve('ended'));
		cancel.abort();
		expect(await canceled).toBe('ended');
		let isFree = false;
		const third = alone('three', second, NEVER, async () => await Promise.resolve((isFree = true)));
		await breathe();
		expect(isFree).toBe(false);
		release();
		await Promise.all([long, third]);
	});
});
