import { startSandbox as startPlain, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { QUIRK } from './quirks.mts';

/** Starts a sandbox. Unless its quirks are given, it has the quirk of the run. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return await startPlain({ ...(QUIRK !== undefined && { quirks: [QUIRK] }), ...options });
}
