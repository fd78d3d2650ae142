import Sequencer from '@jest/test-sequencer';

/** The slowest files, slowest first. If one of them started last, all other workers would wait for it. */
const SLOWEST = [
	'engine/matrix/matrix',
	'engine/secrets',
	'engine/hostile/hostile',
	'engine/wire',
	'engine/pairs/pairs',
	'unit/trigger/properties',
	'engine/schemas',
	'engine/actions/names',
	'engine/missing',
	'engine/specification',
	'engine/engine/retryMemory',
	'engine/engine/batch.anyAnswer',
	'sandbox/methods',
	'engine/actions/ifExists',
	'engine/transport/heavyAnswers',
	'engine/actions/settings/checkService',
	'engine/hostile/trigger',
	'engine/engine/identifiers',
].map((name) => `/test/${name}.test.ts`);

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
