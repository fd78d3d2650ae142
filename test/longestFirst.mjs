import Sequencer from '@jest/test-sequencer';

/** The slowest files, slowest first. A worker that begins one of them last would keep all others waiting. */
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
	'engine/actions/account/checkService',
	'engine/hostile/trigger',
	'engine/engine/identifiers',
].map((name) => `/test/${name}.test.ts`);

/** Starts the slowest files first, also in a first run, when Jest knows no durations yet. */
export default class LongestFirst extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => {
			const index = SLOWEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
			return index < 0 ? SLOWEST.length : index;
		};
		return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
	}
}
