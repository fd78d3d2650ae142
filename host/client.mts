import { compareVersions } from './versions.mts';

/** The login of a user. */
export interface Login {
	email: string;
	password: string;
}

/** n8n answered a request with an error. */
export class N8nError extends Error {
	readonly status: number;

	constructor(request: string, status: number, answer: string) {
		super(`n8n answered ${request} with ${status}: ${answer.slice(0, 500)}`);
		this.status = status;
	}
}

/** The API that n8n's editor uses (`/rest`), for a signed-in user. */
export class N8nClient {
	readonly url: string;
	private cookie = '';

	constructor(url: string) {
		this.url = url;
	}

	/** The headers that a request of this user needs. A busy n8n closes a connection at the moment when it is used again. */
	get headers(): Record<string, string> {
		return { 'content-type': 'application/json', cookie: this.cookie, connection: 'close' };
	}

	/**
	 * Signs in, so that all further requests are this user's. An n8n without an owner gets this one. Throws an N8nError
	 * with status 401 for a wrong password.
	 */
	async signIn({ email, password }: Login): Promise<void> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await this.request<Settings>('GET', '/rest/settings');
		const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
		if (userManagement.showSetupOnFirstLoad) await this.request('POST', '/rest/owner/setup', owner);
		else await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Sends a request and returns the `data` of the answer, whose shape the caller knows. */
	async request<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: this.headers,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const answer = await response.text();
		if (!response.ok) throw new N8nError(`${method} ${path}`, response.status, answer);
		const [cookie] = response.headers.getSetCookie();
		if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
		return (JSON.parse(answer) as { data: T }).data;
	}

	/** Whether n8n is older than a version. Requires a sign-in. */
	async isBefore(version: string): Promise<boolean> {
		const { versionCli } = await this.request<{ versionCli: string }>('GET', '/rest/settings');
		return compareVersions(versionCli, version) < 0;
	}

	/** Adds a credential. Returns the reference that nodes use. */
	async addCredential(type: string, name: string, data: object): Promise<{ id: string; name: string }> {
		const credential = { type, name, data };
		return { id: (await this.request<{ id: string }>('POST', '/rest/credentials', credential)).id, name };
	}

	/** Activates the saved workflow, or deactivates it. n8n 2 calls it publishing. */
	async setActive(workflow: { id: string }, active: boolean): Promise<void> {
		const path = `/rest/workflows/${workflow.id}`;
		if (await this.isBefore('2')) await this.request('PATCH', path, { active });
		else if (active) {
			const { versionId } = await this.request<{ versionId: string }>('GET', path);
			await this.request('POST', `${path}/activate`, { versionId });
		} else await this.request('POST', `${path}/deactivate`, {});
	}
}
