import Sequencer from '@jest/test-sequencer';

/** Runs test files as they are named in MUTATION_ORDER: first those that are likely to catch the mutant. */
export default class InOrder extends Sequencer {
	sort(tests) {
		const order = JSON.parse(process.env.MUTATION_ORDER ?? '[]');
		return tests.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
	}
}
