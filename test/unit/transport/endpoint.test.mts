import fc from 'fast-check';
import { endpointOf } from '../../../nodes/XmlBilling/transport/endpoint';
import { IS_ALL } from '../../share.mts';

const RUNS = IS_ALL ? 5_000 : 500;
const PASSWORD = 'marked-password';

/** The problem that a base URL is refused for; '' where it is accepted. */
const problemOf = (baseUrl: unknown): string => {
	const endpoint = endpointOf(baseUrl);
	return endpoint.ok ? '' : endpoint.problem;
};

/** The host that a person reads in an address: the part between `//` and the next slash. */
const hostRead = (typed: string): string =>
	typed
		.trim()
		.replace(/^[^/]*\/\//, '')
		.replace(/\/.*$/s, '')
		.toLowerCase();

it.each([
	['https://billing.example.com', 'https://billing.example.com/xml/1.1/'],
	['https://billing.example.com/api//', 'https://billing.example.com/api/xml/1.1/'],
	['https://billing.example.com/api/xml/1.1', 'https://billing.example.com/api/xml/1.1/'],
	[' https://billing.example.com/api\n', 'https://billing.example.com/api/xml/1.1/'],
	['HTTPS://Billing.Example.COM/Api', 'https://billing.example.com/Api/xml/1.1/'],
	['https://billing.example.com:443/api', 'https://billing.example.com/api/xml/1.1/'],
	['https://billing.example.com/@other.example', 'https://billing.example.com/@other.example/xml/1.1/'],
	['https://xn--bcher-kva.example/api', 'https://xn--bcher-kva.example/api/xml/1.1/'],
	['http://localhost:5680/api', 'http://localhost:5680/api/xml/1.1/'],
	['http://127.8.7.6', 'http://127.8.7.6/xml/1.1/'],
	['http://[::1]:5680', 'http://[::1]:5680/xml/1.1/'],
])('the base URL %j leads to %s', (baseUrl, url) => {
	expect(endpointOf(baseUrl)).toEqual({ ok: true, url });
});

it.each<[problem: string, baseUrls: unknown[]]>([
	// Only to this machine itself may the token go without protection.
	[
		'starts with http://',
		[
			...['http://billing.example.com', 'http://localhost.evil.example', 'http://192.168.0.1'],
			...['http://127.0.0.1.evil.example', 'http://[::ffff:127.0.0.1]'],
		],
	],
	[
		// The token has its own field.
		'contains a user name or password',
		[
			...['https://someone@billing.example.com', `https://someone:${PASSWORD}@billing.example.com/api`],
			...[`https://some\tone:${PASSWORD}@billing.example.com`, `http://someone:${PASSWORD}@localhost`],
			...['https://good.example@evil.example', 'https://good.example\\@evil.example'],
		],
	],
	['query or fragment', ['?key=1', '#', '#top'].map((end) => `https://billing.example.com/api${end}`)],
	[
		'must be a web address',
		[
			...['', ' ', 'billing.example.com', '//billing.example.com', 'https:/billing.example.com', 'https://'],
			...['https://billing example.com', 'https://good.example%2f.evil.example'],
			...['http://127.0.0.1\u0000.evil.example', 'ht\ntps://billing.example.com'],
			...['ftp://billing.example.com', 'javascript:alert(1)', 'blob:https://billing.example.com/x'],
			// One that is far too long takes no time.
			`https://billing.example.com/${'/'.repeat(1_000_000)}x`,
			// What an expression gives may be no text at all.
			...[undefined, 7, ['https://billing.example.com'], { href: 'https://billing.example.com' }],
			new URL('https://billing.example.com'),
		],
	],
])('a base URL is refused that %s', (problem, baseUrls) => {
	for (const baseUrl of baseUrls) expect(problemOf(baseUrl)).toContain(problem);
});

it.each([
	['http://127.1', '127.0.0.1'],
	['http://2130706433', '127.0.0.1'],
	['http://①②⑦.0.0.1', '127.0.0.1'],
	['http://[0:0:0:0:0:0:0:1]', '[::1]'],
	['http://localhost\\.evil.example', 'localhost'],
	['https://good.ex\tample/api', 'good.example'],
	['https://good.example\u200b/api', 'good.example'],
	['https://g\u043e\u043ed.example', 'xn--gd-fmca.example'],
	['https://good.example:0443', 'good.example'],
])('%j: the host is not the one that one reads', (baseUrl, host) => {
	expect(problemOf(baseUrl)).toBe(
		`The base URL spells its host in a way that can be misread; enter it as ${host}.`,
	);
});

const HOSTS = [
	...['good.example', 'evil.example', 'localhost', '127.0.0.1', '127.1', '0x7f.1', '[::1]', '1.1'],
	...['xn--bcher-kva.example', 'bücher.example', '①②⑦.0.0.1', 'g\u043e\u043ed.example'],
];
const PORTS = [':443', ':80', ':8443'];
const SIGNS = '@:./\\?#;,%\t\n\r \u0000\u00ad\u200b\u202e。．／＠：';

/** The parts of addresses, and ways to disguise them. */
const piece = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:/', 'https:\\\\', '//') },
	{ weight: 4, arbitrary: fc.constantFrom(...HOSTS, '/xml/1.1', '/api') },
	{ weight: 4, arbitrary: fc.constantFrom(...SIGNS, '..', '//', ...PORTS, '%40', '%2f', '%00') },
	{ weight: 1, arbitrary: fc.string({ maxLength: 3, unit: 'grapheme' }) },
);
const address = fc
	.tuple(
		fc.constantFrom('https://', 'http://', ''),
		fc.constantFrom('good.example', 'localhost', '127.0.0.1', '[::1]', ''),
		fc.array(piece, { maxLength: 6 }),
	)
	.map(([scheme, host, pieces]) => scheme + host + pieces.join(''));

it('leads nowhere but to the host that one reads, over https or to this machine', () => {
	let accepted = 0;
	fc.assert(
		fc.property(address, (typed) => {
			const endpoint = endpointOf(typed);
			if (!endpoint.ok) return;
			accepted += 1;
			expect(endpoint.url).toMatch(
				/^(https:\/\/[!-~]+|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/[!-~]*)?)\/xml\/1\.1\/$/,
			);
			const { host, protocol, username, password, search, hash } = new URL(endpoint.url);
			expect(hostRead(typed).replace(protocol === 'https:' ? /:443$/ : /:80$/, '')).toBe(host);
			expect([username, password, search, hash]).toEqual(['', '', '', '']);
			// What was accepted once is accepted in this form as well.
			expect(endpointOf(endpoint.url)).toEqual(endpoint);
		}),
		{ numRuns: RUNS },
	);
	expect(accepted).toBeGreaterThan(RUNS / 20);
});

it('never repeats a password at any position', () => {
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 4 }), fc.array(piece, { maxLength: 5 }), (before, after) => {
			const problem = problemOf(`${before.join('')}:${PASSWORD}@${after.join('')}`);
			expect(problem.toLowerCase()).not.toContain(PASSWORD);
		}),
		{ numRuns: RUNS },
	);
});
