import Sequencer from '@jest/test-sequencer';

/** The slowest files, slowest first. If one of them started last, all other workers would wait for it. */
const SLOWEST = [
	// Its measurements need a process that holds little.
	'engine/faults/heavyAnswers',
	'unit/trigger/properties',
	'engine/actions/settings/checkService',
	'engine/wire',
	'engine/schemas',
	'engine/hostile/hostile',
	'engine/secrets',
	'engine/engine/untouched',
	'engine/engine/retryMemory',
	'engine/trigger/events',
	'engine/transport/tls',
	'engine/actions/common/manners',
	'sandbox/methods',
	'engine/transport/quirks',
	'engine/actions/names',
	'unit/xml/days',
	'e2e/billing',
	'e2e/community',
	'e2e/editor',
	'e2e/secrets',
].map((name) => `/test/${name}.test.mts`);

/** Starts the slowest files first, even in a first run, when Jest does not know durations yet. */
export default class LongestFirst extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => {
			const index = SLOWEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
			return index < 0 ? SLOWEST.length : index;
		};
		return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
	}
}
