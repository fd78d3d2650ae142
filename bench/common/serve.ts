// The sandbox as a process of its own. Run by service.ts.
import { startSandbox, type SandboxOptions } from '../../sandbox/index.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions; // service.ts writes it
const sandbox = await startSandbox(options);

/** A request that was answered, as reported to the measuring process. */
export interface ServedRequest {
	method: string;
	bytes: number;
}

process.on('message', () => {
	const served: ServedRequest[] = sandbox.requests.map(({ method, responseBytes }) => ({
		method,
		bytes: responseBytes,
	}));
	sandbox.clearRequests();
	process.send?.(served);
});
process.once('disconnect', () => void sandbox.close());
process.send?.({ baseUrl: sandbox.url, token: sandbox.account('main').token });
