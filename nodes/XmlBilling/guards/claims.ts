/** What the executions of this process have claimed, and when each claim ends. */
const claimed = new Map<string, Promise<void>>();
/** For each open execution, the keys that others have had since it began. */
const executions = new Set<Set<string>>();

/** The claims of one execution. Other processes know nothing of them. */
export interface Claims {
	/**
	 * Claims keys until `end` is called, so that no other execution looks for a record between this one's look and its write.
	 * Waits while another one has any of them. Claims all at once, so two never wait for each other.
	 *
	 * @returns `hadOthers`: another execution has had one of them, so what was read before may lack its record
	 */
	claim(keys: readonly string[]): Promise<{ end: () => void; hadOthers: boolean }>;
	/** Forgets what others have had. */
	close(): void;
}

/** Opens the claims of an execution, which has to close them. */
export function openClaims(): Claims {
	const hadByOthers = new Set<string>();
	executions.add(hadByOthers);
	return {
		async claim(keys) {
			for (let taken = takenOf(keys); taken !== undefined; taken = takenOf(keys)) await taken;
			let finish: () => void = () => undefined;
			const ended = new Promise<void>((resolve) => (finish = resolve));
			for (const key of keys) claimed.set(key, ended);
			const end = () => {
				for (const key of keys) claimed.delete(key);
				for (const known of executions) if (known !== hadByOthers) keys.forEach((key) => known.add(key));
				finish();
			};
			return { end, hadOthers: keys.some((key) => hadByOthers.has(key)) };
		},
		close: () => void executions.delete(hadByOthers),
	};
}

const takenOf = (keys: readonly string[]): Promise<void> | undefined =>
	keys.map((key) => claimed.get(key)).find((taken) => taken !== undefined);
