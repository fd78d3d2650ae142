import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { KeyAndCertificate } from './faults/certificates.mts';

/**
 * The port on the loopback address and the HTTP server behind it. They are separate so that the port can refuse connections
 * while answers are still being sent.
 */
export class Door {
	readonly server: HttpServer;
	/** The host name of its URL; certificates are issued to names. */
	readonly host: 'localhost' | '127.0.0.1';
	/** The port; 0 until it opens for the first time. */
	port = 0;
	private readonly listener = createServer({ allowHalfOpen: true, noDelay: true });
	private readonly connections = new Set<Socket>();
	private readonly underWay = new Set<ServerResponse>();

	/** Serves https when it gets a certificate. */
	constructor(shown?: KeyAndCertificate) {
		this.server = shown === undefined ? createHttpServer() : createHttpsServer(shown);
		this.host = shown === undefined ? '127.0.0.1' : 'localhost';
		this.listener.on('connection', (socket) => {
			this.connections.add(socket);
			socket.once('close', () => this.connections.delete(socket));
			this.server.emit('connection', socket);
		});
		this.server.on('request', ({ socket }, response) => {
			this.underWay.add(response);
			response.once('close', () => {
				this.underWay.delete(response);
				if (!this.isOpen) socket.destroySoon();
			});
		});
	}

	get isOpen(): boolean {
		return this.listener.listening;
	}

	/** Listens on its previous port, or on a free one. Throws when the port is taken. */
	async open(port = this.port): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.listener.once('error', reject).listen(port, '127.0.0.1', resolve);
		});
		this.listener.removeAllListeners('error');
		// A server that listens on a port has an address of this form.
		this.port = (this.listener.address() as AddressInfo).port;
	}

	/** Refuses new connections. Open ones end once their pending answers are sent. */
	shut(): void {
		this.listener.close();
		const busy = new Set([...this.underWay].map(({ socket }) => socket?.remotePort));
		for (const response of this.underWay) {
			if (!response.headersSent) response.setHeader('Connection', 'close');
		}
		for (const socket of this.connections) {
			if (!busy.has(socket.remotePort)) socket.destroy();
		}
	}

	/** Resets the connection of a request: the TCP connection, also under TLS. */
	reset({ remotePort }: Socket): void {
		for (const socket of this.connections) {
			if (socket.remotePort === remotePort) socket.resetAndDestroy();
		}
	}

	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.listener.close(resolve));
		for (const socket of this.connections) socket.destroy();
		await closed;
	}
}
