import { Door } from '../door.ts';

/** A request that should never have been made: it came to the other server. */
export interface Stray {
	path: string;
	/** Whether it brought a token. */
	hasAuthorization: boolean;
}

const THIEF = '<response status="200"><account><company>Another Ltd</company></account></response>';

/** The other server, to which redirects and external entities lead. It notes who comes, and answers as a thief would: with success. */
export class StrayServer {
	readonly requests: Stray[] = [];
	private readonly door = new Door();

	constructor() {
		this.door.server.on('request', ({ url = '', headers }, response) => {
			this.requests.push({ path: url, hasAuthorization: headers.authorization !== undefined });
			response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(THIEF);
		});
	}

	/** Starts it, if it has not been yet. */
	async open(): Promise<void> {
		if (!this.door.isOpen) await this.door.open();
	}

	/** Its address under a name of this machine. */
	origin(host: string = this.door.host): string {
		return `http://${host}:${this.door.port}`;
	}

	close(): Promise<void> {
		return this.door.close();
	}
}
