import type { Engine } from '../../harness/engine.mts';
import type { Credential } from '../../../../core/server.mts';

const ofOperation = (resource: string, operation: string, more: object = {}) => ({
	resource,
	operation,
	...more,
});

/** Everything that sends the token. Each returns what its user reads; '' if all is well. */
export const users = (engine: Engine): Record<string, (credential: Credential) => Promise<string>> => ({
	'a read': async (credential) => {
		const { error } = await engine.run({ credential, parameters: ofOperation('settings', 'getInfo') });
		return error?.message ?? '';
	},
	'a write': async (credential) => {
		const names = { name: 'Ada', organization: 'Engine Ltd', options: { ifExists: 'create' } };
		const { error } = await engine.run({ credential, parameters: ofOperation('client', 'create', names) });
		return error?.message ?? '';
	},
	'the trigger': (credential) =>
		messageOf(() => engine.trigger({ credential, parameters: { events: ['clientCreated'] } }).poll()),
	'a test of the trigger': (credential) =>
		messageOf(() =>
			engine.trigger({ credential, parameters: { events: ['clientCreated'] } }).poll({ mode: 'manual' }),
		),
	'a search': (credential) => messageOf(() => engine.searchList({ method: 'searchClients', credential })),
	'a dropdown': (credential) => messageOf(() => engine.loadOptions({ method: 'getTaxes', credential })),
	'the credential test': async (credential) => {
		const { status, message } = await engine.testCredential(credential);
		return status === 'OK' ? '' : message;
	},
});

async function messageOf(work: () => Promise<unknown>): Promise<string> {
	try {
		await work();
		return '';
	} catch (error) {
		return error instanceof Object && 'message' in error ? String(error.message) : String(error);
	}
}
