import { paymentMethodRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { isRead, methodNamed, METHODS, type Method } from '../../../nodes/XmlBilling/records/methods';
import { SPECIFICATION } from '../../sandbox/walk/specification.mts';

/** The method of a row. */
function tableRow(name: string): Method {
	const method = methodNamed(name);
	if (method?.name !== name) throw new RangeError(`The table has no ${name}`);
	return method;
}

const RECORDS: readonly RecordType[] = [...RECORD_TYPES, paymentMethodRecord];

describe('the table of methods', () => {
	it('has the methods of the specification, each once', () => {
		expect(METHODS.map(({ name }) => name).sort()).toEqual(SPECIFICATION.map(({ method }) => method).sort());
	});

	it('knows each kind of record', () => {
		const kinds = [...RECORDS.map(({ name }) => name), 'account'];
		expect([...new Set(METHODS.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
	});

	it.each(RECORDS)('reads and names the record $name as its type does', ({ name, list, get }) => {
		expect(tableRow(list)).toMatchObject({ verb: 'list', kind: name });
		const reading = METHODS.filter(({ kind, verb }) => kind === name && verb === 'get');
		expect(reading[0]?.name).toBe(get);
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
