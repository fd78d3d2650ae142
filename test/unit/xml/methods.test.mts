import { paymentMethodRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { isRead, methodNamed, METHODS, type Method } from '../../../nodes/XmlBilling/records/methods';
import { SPECIFICATION, type MethodRow } from '../../sandbox/walk/specification.mts';

/** The method of a row. */
function tableRow(name: string): Method {
	const method = methodNamed(name);
	if (method?.name !== name) throw new RangeError(`The table has no ${name}`);
	return method;
}

const RECORDS: readonly RecordType[] = [...RECORD_TYPES, paymentMethodRecord];

const repeatableIn = ({ elements }: MethodRow): string[] => {
	const paths = elements.flatMap(({ path, group, repeats }) => group ?? (repeats === true ? path : []));
	return [...new Set(paths)].sort();
};

/** What an answer with these paths holds. */
function answersOf({ method, answers }: MethodRow): RegExp {
	if (answers === '') return /^(failures|nothing)$/;
	if (answers.includes('_items/')) return /^line identifiers$/;
	if (method.startsWith('send')) return /^successes$/;
	if (answers.includes('/')) return /^list$/;
	return answers === 'text()' || answers.endsWith('_id') ? /^identifier$/ : /^record$/;
}

describe('the table of methods', () => {
	it('has the methods of the specification, each once', () => {
		expect(METHODS.map(({ name }) => name).sort()).toEqual(SPECIFICATION.map(({ method }) => method).sort());
	});

	it.each(SPECIFICATION)('agrees with the sandbox on $method', (specified) => {
		const { answers, repeats = [], section } = tableRow(specified.method);
		expect([...repeats].sort()).toEqual(repeatableIn(specified));
		expect(section).toBe(`§${specified.section}`);
		expect(answers).toMatch(answersOf(specified));
	});

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
		expect(reading[0]?.name).toBe(get);
		const removing = METHODS.filter(({ kind, verb }) => kind === name && ['delete', 'send'].includes(verb));
		for (const { repeats = [] } of removing) expect(repeats[0]).toBe(id);
	});
});

describe('a method', () => {
	it.each([
		['getInvoice', true],
		['listTax', true],
		['sendInvoiceMail', false],
		['getEverything', false],
		['listEverything', false],
		['archiveEverything', false],
		// A service that knows a method in another case may know it as any method.
		['GetInvoice', false],
		['LISTTAX', false],
		// Recognized, but not supported (§4.11): undocumented.
		['getInvoiceLog', false],
		['getInvoiceLogDetail', false],
		['getinvoicelog', false],
	])('the method %s counts as reading: %s', (name, reads) => {
		expect(isRead(name)).toBe(reads);
	});

	it.each(['updateinvoice', 'UpdateInvoice', 'UPDATEINVOICE'])('a method is also found as %s', (name) => {
		expect(methodNamed(name)?.name).toBe('updateInvoice');
	});

	it.each(['updateInvoices', '', 'toString', '__proto__'])('a method is not found as %j', (name) => {
		expect(methodNamed(name)).toBeUndefined();
	});
});
