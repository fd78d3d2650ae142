import type { Failure } from '../transport/failure';

/** Why the credential forbids a write, which was not sent. The message goes to n8n's log, so it shows no amounts and no names of people. */
export const refused = (message: string, advice: string): Failure => ({
	message,
	advice: `Nothing was sent. ${advice}`,
	effect: 'none',
	transient: false,
});
