import { alone } from '../../../nodes/XmlBilling/execution/accountQueue';
const OWNERS = ['first', 'second'].map((name) => Symbol(name));
const NEVER = new AbortController().signal;

describe('The queue of an account', () => {
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
});
