import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/** Replaces n8n's context of the action node in all tests of a group. */
export function useContext(wrap: (context: IExecuteFunctions) => IExecuteFunctions): void {
	const node = engine.nodeType('xmlBilling');
	beforeAll(() => {
		const own = Object.create(Object.getPrototypeOf(node) as INodeType) as INodeType; // an object of its class
		node.execute = async function (...rest) {
			return (await own.execute?.apply(wrap(this), rest)) ?? null;
		};
	});
	afterAll(() => void delete node.execute);
}

/**
 * A context that clones the items for every attempt and every access. n8n 2.41 passes the same items to all attempts
 * of a run, without promising it.
 */
export const cloning = (context: IExecuteFunctions): IExecuteFunctions =>
	new Proxy(context, {
		get(target, name): unknown {
			if (name !== 'getInputData') return Reflect.get(target, name);
			const getInputData: typeof target.getInputData = (...input) =>
				structuredClone(target.getInputData(...input));
			return getInputData;
		},
	});

/** A context with private fields, whose methods work only on the original object. */
export function withPrivateFields(context: IExecuteFunctions): IExecuteFunctions {
	const proxy: IExecuteFunctions = new Proxy(context, {
		get(target, name): unknown {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== 'function') return value;
			return function (this: unknown, ...values: unknown[]): unknown {
				if (this !== proxy) throw new TypeError(`${String(name)}: this object has no such private field`);
				return Reflect.apply(value, target, values);
			};
		},
	});
	return proxy;
}
