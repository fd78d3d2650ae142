import { startSandbox as startPlain, type Sandbox, type SandboxOptions } from '../../../sandbox/index.ts';
import { MANNER } from './manners.ts';

/** Starts a sandbox. Unless its manners are given, it answers in the manner of the run. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return await startPlain({ ...(MANNER !== undefined && { manners: [MANNER] }), ...options });
}
