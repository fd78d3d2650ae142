import Sequencer from '@jest/test-sequencer';

/** The slowest files, slowest first. If one of them started last, all other workers would wait for it. */
const SLOWEST = [
	// Its measurements need a process that holds little.
	'engine/faults/heavyAnswers',
	'engine/hostile/hostile',
	'engine/secrets',
	'engine/wire',
	'engine/faults/everyCall',
	'engine/transport/stopping',
	'unit/trigger/properties',
	'engine/pairs/pairs',
	'engine/transport/concurrency',
	'engine/schemas',
	'engine/actions/names',
	'engine/missing',
	'engine/specification',
	'engine/engine/retryMemory',
	'engine/engine/batch.anyAnswer',
	'sandbox/methods',
	'engine/actions/ifExists',
	'engine/actions/settings/checkService',
	'engine/hostile/trigger',
	'engine/engine/identifiers',
	'unit/xml/days',
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
