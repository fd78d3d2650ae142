import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { paymentMethodRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { isRead, methodNamed, METHODS, type Method } from '../../../nodes/XmlBilling/xml/methods';
import { SPECIFICATION } from '../../sandbox/specification/index.ts';
import type { AnswerSpecification, ElementSpecification } from '../../sandbox/specification/types.ts';

/** The method of a row. */
function tableRow(name: string): Method {
	const method = methodNamed(name);
	if (method?.name !== name) throw new RangeError(`The table has no ${name}`);
	return method;
}

/** What the table says of an answer for each kind in the contract table; deletes answer nothing but failures. */
const ANSWERS: Readonly<Record<AnswerSpecification['kind'], readonly Method['answers'][]>> = {
	empty: ['nothing', 'failures'],
	identifier: ['identifier'],
	identifiers: ['successes'],
	lines: ['line identifiers'],
	list: ['list'],
	record: ['record'],
	text: ['identifier'],
	wholeList: ['list'],
};

const RECORDS: readonly RecordType[] = [...RECORD_TYPES, paymentMethodRecord];

/** The contract table has leaves alone: what they stand in repeats where it is a payment or in a list (§4.2, §4.11). */
const repeatableIn = (elements: readonly ElementSpecification[]): string[] => {
	const paths = elements.flatMap(({ path, repeatable }) => {
		const parent = /^(invoice|\w+\/\w+)\/\w+$/.exec(path)?.[1];
		return repeatable === true ? path : (parent ?? []);
	});
	return [...new Set(paths)].sort();
};

describe('the table of methods', () => {
	it('has the methods of the specification, each once', () => {
		expect(METHODS.map(({ name }) => name).sort()).toEqual(SPECIFICATION.map(({ method }) => method).sort());
	});

	it.each(SPECIFICATION)(
		'agrees with the specification on $method',
		({ method, section, elements, answer }) => {
			const { repeats = [], answers, ...row } = tableRow(method);
			expect([...repeats].sort()).toEqual(repeatableIn(elements));
			expect(ANSWERS[answer.kind]).toContain(answers);
			expect(row.section).toBe(section);
			expect(row.reads).toBe(['record', 'list', 'wholeList'].includes(answer.kind));
		},
	);

	it('calls the failures of a delete by their name', () => {
		const answers = METHODS.filter(({ verb, of }) => verb === 'delete' && of === undefined);
		expect(new Set(answers.map((method) => method.answers))).toEqual(new Set(['failures']));
	});

	it('knows each kind of record', () => {
		const kinds = [...RECORDS.map(({ name }) => name), 'account'];
		expect([...new Set(METHODS.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
	});

	it.each(RECORDS)('reads and names the record $name as its type does', ({ name, list, get, id }) => {
		expect(tableRow(list)).toMatchObject({ verb: 'list', kind: name });
		const reading = METHODS.filter(({ kind, verb }) => kind === name && verb === 'get');
		expect(reading.map((method) => method.name)).toEqual(get === undefined ? [] : [get]);
		const removing = METHODS.filter(({ kind, verb }) => kind === name && ['delete', 'send'].includes(verb));
		for (const { repeats = [] } of removing) expect(repeats[0]).toBe(id);
	});

	it('has an operation for each method', () => {
		const methods = RESOURCES.flatMap(({ operations }) => operations).flatMap(({ method }) => method ?? []);
		expect(methods.sort()).toEqual(METHODS.map(({ name }) => name).sort());
	});
});

describe('a method', () => {
	it.each([
		['getInvoice', true],
		['listTax', true],
		['sendInvoiceMail', false],
		['getEverything', true],
		['listEverything', true],
		['archiveEverything', false],
		// A service that knows a method in another case may know it as any method.
		['GetInvoice', false],
		['LISTTAX', false],
	])('%s reads: %s', (name, reads) => {
		expect(isRead(name)).toBe(reads);
	});

	it.each(['updateinvoice', 'UpdateInvoice', 'UPDATEINVOICE'])('is found as %s, too', (name) => {
		expect(methodNamed(name)?.name).toBe('updateInvoice');
	});

	it.each(['updateInvoices', '', 'toString', '__proto__'])('is not found as %j', (name) => {
		expect(methodNamed(name)).toBeUndefined();
	});
});
