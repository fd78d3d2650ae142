import type { INodeType } from 'n8n-workflow';

/**
 * Gives the action node clones of its items, at every try and at every look. n8n 2.41 hands the same items to all tries of
 * a run, and does not promise to.
 */
export function cloneItems(): void {
	const node = engine.nodeType('xmlBilling');
	beforeAll(() => {
		const own = Object.create(Object.getPrototypeOf(node) as INodeType) as INodeType; // an object of its class
		node.execute = async function (...rest) {
			const getInputData: typeof this.getInputData = (...input) =>
				structuredClone(this.getInputData(...input));
			const cloning = new Proxy(this, {
				get: (context, name): unknown =>
					name === 'getInputData' ? getInputData : Reflect.get(context, name),
			});
			return (await own.execute?.apply(cloning, rest)) ?? null;
		};
	});
	afterAll(() => void delete node.execute);
}
