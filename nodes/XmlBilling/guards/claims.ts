/** What the executions of this process have claimed, and when each claim ends. */
const claimed = new Map<string, Promise<void>>();

/**
 * Claims keys until the returned function is called, so that no other execution looks for a record between this one's look
 * and its write. Waits while another one has any of them. Claims all at once, so two never wait for each other. Other
 * processes know nothing of it.
 */
export async function claim(keys: readonly string[]): Promise<() => void> {
	for (let taken = takenOf(keys); taken !== undefined; taken = takenOf(keys)) await taken;
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	for (const key of keys) claimed.set(key, ended);
	return () => {
		for (const key of keys) claimed.delete(key);
		end();
	};
}

const takenOf = (keys: readonly string[]): Promise<void> | undefined =>
	keys.map((key) => claimed.get(key)).find((taken) => taken !== undefined);
