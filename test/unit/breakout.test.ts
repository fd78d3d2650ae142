import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { writeRequest, type Body } from '../../nodes/XmlBilling/xml/request';
import { encode } from '../../nodes/XmlBilling/xml/encode';
import {
	encodeLine,
	expenseLines,
	LINE_RULES,
	timeEntryLines,
	type LineRules,
} from '../../nodes/XmlBilling/actions/documents/lineRules';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { ENTRY, fieldsOf, type FormField } from '../../tools/forms.ts';
import { anyText, carriable } from '../anyText.ts';

// What is typed stays in its element: the document is the same but for that text, whatever the text is.

/** Writes a request with a text in one place. */
interface Place {
	readonly name: string;
	readonly write: (text: string) => string;
}

const HARMLESS = 'harmless';
const RUNS = 40;

function isText({ field, elements }: FormField): boolean {
	const isFree = ['string', 'resourceLocator'].includes(field.type) || field.open === true;
	const isOther = field.kind === undefined ? field.type === 'resourceLocator' : field.kind !== 'text';
	return elements.length === 1 && isFree && !isOther && field.typeOptions?.loadOptionsMethod === undefined;
}

// What else an additional charge has to say.
const NEEDED = { amount: '1' };

const valuesWith = ([name = '', ...rest]: readonly string[], text: string): Record<string, unknown> => {
	const [next, ...inner] = rest;
	if (next === undefined) return { [name]: text };
	if (inner[0] === ENTRY) return { [name]: { [next]: [{ ...NEEDED, ...valuesWith(inner.slice(1), text) }] } };
	return { [name]: valuesWith(rest, text) };
};

const lineTexts = ({ elements }: LineRules): string[] =>
	elements.filter((name) => ['name', 'description', 'tax1_name', 'tax2_name'].includes(name));

const writeLine = (method: string, rules: LineRules, element: string) => (text: string) => {
	const line = {
		name: 'Work',
		unit_cost: '1',
		...(rules.id === undefined ? {} : { [rules.id]: '1' }),
		[element]: text,
	};
	const encoded = encodeLine(line, rules, 'utc');
	if (!encoded.ok) throw new Error(`${encoded.field} ${encoded.problem}`);
	return writeRequest(method, { items: { item: [encoded.body] } });
};

const PLACES: readonly Place[] = [
	...RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
		operations.flatMap((operation) =>
			fieldsOf(operation)
				.filter(isText)
				.flatMap((field): Place[] => {
					const property = operation.properties.find(({ name }) => name === field.names[0]);
					const write = (text: string) => {
						const encoded = encode([property ?? field.field], valuesWith(field.names, text), 'utc');
						if (!encoded.ok) throw new Error(`${encoded.field} ${encoded.problem}`);
						return writeRequest(operation.method ?? 'none', encoded.body);
					};
					const isLine = property?.element === false;
					return isLine
						? []
						: [{ name: `${String(resource)} › ${operation.option.name} › ${field.label}`, write }];
				}),
		),
	),
	...Object.entries({ ...LINE_RULES, expenseLines, timeEntryLines }).flatMap(([method, rules]) =>
		lineTexts(rules).map((element) => ({
			name: `a line of ${method} › ${element}`,
			write: writeLine(method, rules, element),
		})),
	),
];

it('There are as many places as forms have fields for text', () => {
	expect(PLACES.length).toBeGreaterThan(200);
	process.stdout.write(`Texts in requests: ${PLACES.length} places x ${RUNS} texts\n`);
});

it.each(PLACES)('Any text stays in its element: $name', ({ write }) => {
	const before = flat(write(HARMLESS));
	const place = before.findIndex(([, text]) => text === HARMLESS);
	fc.assert(
		fc.property(anyText, (text) => {
			const sent = carriable(text);
			fc.pre(sent.trim() !== '');
			const expected = before.map(([path, old], index) => [path, index === place ? sent : old]);
			expect(flat(write(text))).toEqual(expected);
		}),
		{ numRuns: RUNS },
	);
	expect(place).toBeGreaterThanOrEqual(0);
});

it('No name of an element that is none gets into a request', () => {
	fc.assert(
		fc.property(anyText, anyText, (name, text) => {
			const body: Body = { before: 'a', [name]: text, after: 'b' };
			const names = flat(writeRequest('x', body)).map(([path]) => path);
			const isName = /^[A-Za-z_][\w.-]*$/.test(name);
			expect(names.filter((path) => path !== `/request/${name}` || !isName)).toEqual(
				expect.arrayContaining(['/request', '/request@method', '/request/before', '/request/after']),
			);
			expect(names.length).toBe(isName && !['before', 'after'].includes(name) ? 5 : 4);
		}),
		{ numRuns: 2000 },
	);
});

it('No name of a method gets out of its attribute', () => {
	fc.assert(
		fc.property(anyText, (method) => {
			const paths = flat(writeRequest(method, { a: 'b' })).map(([path]) => path);
			expect(paths).toEqual(['/request', '/request@method', '/request/a']);
		}),
		{ numRuns: 2000 },
	);
});

/** The elements and attributes of a document in their order, with their own texts. */
function flat(document: string): Array<readonly [path: string, text: string]> {
	const walk = (element: XmlElement, outer: string): Array<readonly [string, string]> => {
		const path = `${outer}/${element.name}`;
		const inner = element.children.filter((child) => child instanceof XmlElement);
		const attributes = Object.entries(element.attributes).map(
			([name, value]) => [`${path}@${name}`, value] as const,
		);
		return [
			[path, inner.length > 0 ? '' : element.text],
			...attributes,
			...inner.flatMap((child) => walk(child, path)),
		];
	};
	const { root, children } = parseXml(document);
	// Nothing beside the root: no comment, no instruction, no document type.
	if (root === null || children.length !== 1) throw new Error('There is more than the request');
	return walk(root, '');
}
