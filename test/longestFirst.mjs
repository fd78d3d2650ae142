import Sequencer from '@jest/test-sequencer';

/** The slowest files, slowest first, and what they prove. If one of them started last, all other workers would wait for it. */
const SLOWEST = Object.keys({
	// Also the first because it measures memory, in a process that holds little.
	'unit/trigger/properties': 'the trigger loses and doubles no event in random histories of an account',
	'engine/actions/checkService': 'Check Service names every quirk and fault of a service',
	'engine/wire': 'every field of every form is sent as the interface names it, and nothing else is',
	'engine/secrets': 'neither token nor records stand in any error or log',
	'engine/trigger/events': 'what each event puts out, and in which order',
	'engine/trigger/edge':
		'the form of the trigger, its samples, and what n8n stores of it and hears of its failures',
	'engine/schemas': 'the outputs have the fields and types that the editor shows',
	'engine/transport/tls': 'no certificate is trusted that must not be',
	'engine/actions/manners': 'how a service lists its records changes nothing',
	'engine/execution/retry': 'a run that n8n repeats creates nothing twice',
	'sandbox/methods': 'the sandbox answers every method as the specification says',
	'engine/actions/names': 'names beside identifiers, with few requests',
	'e2e/billing': 'in n8n, the trigger starts workflows, also after the service was down',
	'e2e/community': 'n8n installs, updates and removes the package',
	'e2e/editor': "the forms work in n8n's editor",
	'e2e/secrets': 'the token stands in no file of n8n',
}).map((name) => `/test/${name}.test.mts`);

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
