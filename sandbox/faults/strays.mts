import { Door } from '../door.mts';

/** A request to the other server, which no client should make. */
export interface Stray {
	path: string;
	/** Whether it carried a token. */
	hasAuthorization: boolean;
}

const THIEF = '<response status="200"><account><company>Another Ltd</company></account></response>';

/** The other server, where redirects and external entities lead. It logs requests and, as a thief would, answers with success. */
export class StrayServer {
	readonly requests: Stray[] = [];
	private readonly door = new Door();

	constructor() {
		this.door.server.on('request', ({ url = '', headers }, response) => {
			this.requests.push({ path: url, hasAuthorization: headers.authorization !== undefined });
			response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(THIEF);
		});
	}

	/** Starts it unless it is running. */
	async open(): Promise<void> {
		if (!this.door.isOpen) await this.door.open();
	}

	/** Its address under one of this machine's names. */
	origin(host: string = this.door.host): string {
		return `http://${host}:${this.door.port}`;
	}

	close(): Promise<void> {
		return this.door.close();
	}
}
