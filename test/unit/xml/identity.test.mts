import fc from 'fast-check';
import {
	compareIdentity,
	identityKey,
	isPlaceholder,
	lookOf,
	problemOfIdentity,
	type Identity,
	type Likeness,
} from '../../../nodes/XmlBilling/xml/identity';
import { anyText } from '../../anyText.mts';

const COMBINED = 'Cafe\u0301';
const COMPOSED = 'Caf\u00e9';

it.each<[Identity, string, string, Likeness]>([
	['email', 'Ada@Acme.example', ' ada@acme.EXAMPLE ', 'same'],
	['email', 'ada@acme.example', 'ada.l@acme.example', 'other'],
	['email', 'a-b@acme.example', 'a\u2013b@acme.example', 'other'],
	['name', 'ACME  Ltd', ' acme ltd', 'same'],
	['name', 'Meyer\u2013Bau', 'Meyer-Bau', 'same'],
	['name', 'Zo\u00adom', 'Zoom', 'same'],
	['name', COMBINED, COMPOSED, 'same'],
	['name', 'Cafe', COMPOSED, 'other'],
	['name', 'Room 7', 'Room 07', 'other'],
	['organization', 'AB Co', 'ABCo', 'other'],
	['number', 'SO-1001', ' SO-1001\u200b', 'same'],
	['number', COMBINED, COMPOSED, 'same'],
	['number', 'SO-1001', 'so-1001', 'alike'],
	['number', 'SO-1001', 'SO\u20131001', 'alike'],
	['number', 'SO-1001', 'SO-1001\u2212'.slice(0, -1), 'same'],
	['number', 'INV 42', 'INV42', 'alike'],
	['number', 'INV-42', 'INV-0042', 'alike'],
	['number', '00097', '97', 'alike'],
	['number', '12 3', '1 23', 'alike'],
	['number', 'INV-42', 'INV42', 'other'],
	['number', '100', '1000', 'other'],
	['number', 'A', '\u0410', 'other'],
	['number', 'AbC1', 'aBc1', 'alike'],
	['number', '2024 001', '2024 1', 'alike'],
	['name', 'Straße AG', 'STRASSE AG', 'same'],
])('as an %s, %j and %j are %3$s', (kind, one, other, likeness) => {
	expect(compareIdentity(kind, one, other)).toBe(likeness);
	expect(compareIdentity(kind, other, one)).toBe(likeness);
});

it('what is the same has one key, and looks the same', () => {
	const kinds = fc.constantFrom<Identity>('email', 'name', 'number', 'organization');
	fc.assert(
		fc.property(kinds, anyText, anyText, (kind, one, other) => {
			const likeness = compareIdentity(kind, one, other);
			expect(likeness === 'same').toBe(identityKey(kind, one) === identityKey(kind, other));
			if (likeness !== 'other' && kind === 'number') expect(lookOf(one)).toBe(lookOf(other));
			expect(compareIdentity(kind, one, one)).toBe('same');
		}),
	);
});

it('What stands for nothing is known, and may identify nothing', () => {
	for (const text of ['NONREF', 'Not Provided', 'N/A', '–', '000-000', 'XXXX', 'none', 'Unknown', ' '])
		expect([text, isPlaceholder(text)]).toEqual([text, true]);
	for (const text of ['10', '0001', 'NONREF-2', 'XX1', 'x', '漢'])
		expect([text, isPlaceholder(text)]).toEqual([text, false]);
});

it.each<[problem: RegExp, kind: Identity, texts: string[]]>([
	[
		/no value/,
		'number',
		[
			...['ORD-undefined', '[object Object]', '2026-NaN', 'INVundefined', 'INV-UNDEFINED', 'INVnull', 'RNaN'],
			...['INV-nan', 'INV-None', 'INV-#N/A'],
		],
	],
	[/nothing/, 'number', ['nan', 'TBD', 'N/A', '-']],
	[/missing a part/, 'number', ['EU-', '-1001', 'EU--1001', 'EU- /1001', '2026/']],
	[/no value/, 'name', ['Plan undefined', '[object Object]']],
	[
		/^$/,
		'number',
		[
			...['RE-2026/17', 'A–1', '#1001', 'pi_3Nx', '1.', 'Nullmeier 4', 'A - 1', '2026/17-b', 'BaNaNa-1'],
			...['gid://shopify/Order/7', 'https://shop.example/7', 'EREF//INV-1', 'V1StGXR8_Z5jdHi6B_'],
		],
	],
	[
		/^$/,
		'organization',
		[...['Undefined Labs', 'UNDEFINED GmbH', 'Christopher Null', 'null-modem cable', 'Unknown Ltd', '-']],
	],
])('%s is the problem, as a %s, of %j', (problem, kind, texts) => {
	for (const text of texts)
		expect([text, problemOfIdentity(kind, text) ?? '']).toEqual([text, expect.stringMatching(problem)]);
});
