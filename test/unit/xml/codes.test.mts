import fc from 'fast-check';
import { COUNTRIES, CURRENCIES } from '../../../sandbox/values.mts';
import { check, type Kind } from '../../../nodes/XmlBilling/xml/values';

const textOf = (value: unknown, kind: Kind) => {
	const checked = check(value, kind, 'utc');
	return checked.ok ? checked.text : checked.problem;
};

describe('A code', () => {
	it.each([
		['country', [...COUNTRIES]],
		['currency', [...CURRENCIES]],
	] as const)('of a %s is sent in capitals, whatever its case and the blanks around it', (kind, codes) => {
		fc.assert(
			fc.property(fc.constantFrom(...codes), fc.infiniteStream(fc.boolean()), (code, ups) => {
				const spelled = [...code].map((letter) =>
					ups.next().value === true ? letter : letter.toLowerCase(),
				);
				expect(textOf(` ${spelled.join('')}\n`, kind)).toBe(code);
			}),
		);
	});

	it.each([
		['DE', 'DEU'],
		['gb', 'GBR'],
	])('of a country may have two letters: %s', (short, code) => {
		expect(textOf(short, 'country')).toBe(code);
	});

	it.each<[Kind, unknown, string]>([
		['country', 'Germany', "takes a three-letter code such as DEU, not 'Germany'. Did you mean DEU?"],
		['country', 'UK', "takes a three-letter code such as DEU, not 'UK'. Did you mean GBR?"],
		['country', 'Atlantis', "takes a three-letter code such as DEU, not 'Atlantis'"],
		['currency', 'Euro', "takes a three-letter code such as EUR, not 'Euro'. Did you mean EUR?"],
		['currency', '€', "takes a three-letter code such as EUR, not '€'. Did you mean EUR?"],
		['currency', '£', "takes a three-letter code such as EUR, not '£'. Did you mean GBP?"],
		['currency', 'pound', "takes a three-letter code such as EUR, not 'pound'"],
		['currency', 'DE', "takes a three-letter code such as EUR, not 'DE'"],
		['currency', 42, 'takes a three-letter code such as EUR, not 42'],
	])('of a %s is no name: %j', (kind, value, problem) => {
		const found = textOf(value, kind) ?? '';
		expect(found.startsWith(problem)).toBe(true);
	});

	it.each(['', '  ', null, undefined])('a code may be left out: %j', (value) => {
		for (const kind of ['country', 'currency', 'username'] as const)
			expect(textOf(value, kind)).toBeUndefined();
	});
});

describe('A username', () => {
	it('has five letters, digits or - _ . @, and nothing else', () => {
		const allowed = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.@ü'), minLength: 5 });
		fc.assert(fc.property(allowed, (name) => expect(textOf(` ${name} `, 'username')).toBe(name)));
	});

	it.each(['zoe1', 'ada lovelace', 'ada+1', 'ada/home', 'adäh!'])('a username is not %j', (name) => {
		expect(textOf(name, 'username')).toContain(
			`at least five letters, digits or - _ . @, and nothing else, not '${name}'`,
		);
	});
});
