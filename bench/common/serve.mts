// The sandbox as a process of its own. Run by service.mts.
import { startSandbox, type FaultRule, type SandboxOptions } from '../../sandbox/index.mts';

const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions; // service.mts writes it
const sandbox = await startSandbox(options);

async function answer({ faults }: { faults?: FaultRule[] }): Promise<void> {
	if (faults !== undefined) await sandbox.setFaults(faults);
	const { length } = sandbox.requests;
	sandbox.clearRequests();
	process.send?.(length);
}

process.on('message', (asked: { faults?: FaultRule[] }) => void answer(asked)); // service.mts asks
process.once('disconnect', () => void sandbox.close());
process.send?.({ baseUrl: sandbox.url, token: sandbox.account('main').token });
