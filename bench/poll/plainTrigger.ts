/**
 * What the trigger is measured against: a polling node as it is usually written. Each poll lists everything, page after
 * page, and reads every open invoice singly, one after the other; what was seen is remembered by identifier. It is a node
 * of its own in the same engine and sends by the package's own transport, so that the two differ only in what they ask
 * for. It does less: it knows no overdue invoices, and loses its place when time runs out.
 */
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import {
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	timeEntryRecord,
	type RecordType,
} from '../../nodes/XmlBilling/records';
import type { BillingApi } from '../../nodes/XmlBilling/transport/billingApi';
import { withBillingApi } from '../../nodes/XmlBilling/transport/openBillingApi';

const ALL = [
	invoiceRecord,
	estimateRecord,
	clientRecord,
	recurringRecord,
	expenseRecord,
	projectRecord,
	taskRecord,
	timeEntryRecord,
	productRecord,
	serviceRecord,
	staffRecord,
];

interface Memory {
	isBaseline: boolean;
	/** The identifiers seen, by kind of record. */
	seen: Record<string, number[]>;
	/** How many payments each open invoice had. */
	payments: Record<string, number>;
	statuses: Record<string, string>;
}

type Row = Readonly<Record<string, unknown>>;

export class XmlBillingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plain Trigger',
		name: 'xmlBillingTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Lists everything at each poll',
		defaults: { name: 'Plain Trigger' },
		polling: true,
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'xmlBillingApi', required: true }],
		properties: [{ displayName: 'Everything', name: 'everything', type: 'boolean', default: false }],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const stored = this.getWorkflowStaticData('node');
		const memory = stored['memory'] as Memory | undefined; // written below, and by nothing else
		const known = memory ?? { isBaseline: true, seen: {}, payments: {}, statuses: {} };
		const next: Memory = { isBaseline: false, seen: {}, payments: {}, statuses: {} };
		const isAll = this.getNodeParameter('everything') === true;
		const found: IDataObject[] = [];
		for (const type of isAll ? ALL : [invoiceRecord]) {
			found.push(...(await withBillingApi(this, {}, async (api) => await lookAt(api, type, known, next))));
		}
		stored['memory'] = next;
		const wanted = found.filter(({ event }) => isAll || event !== 'statusChanged');
		return known.isBaseline || wanted.length === 0 ? null : [wanted.map((json) => ({ json }))];
	}
}

async function lookAt(
	service: BillingApi,
	type: RecordType,
	known: Memory,
	next: Memory,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	const seen = new Set(known.seen[type.name]);
	const records = await listAll(service, type);
	next.seen[type.name] = records.map((record) => Number(record[type.id]));
	for (const record of records) {
		const id = Number(record[type.id]);
		const key = `${type.name}:${id}`;
		const isWatched = type === invoiceRecord && (!isSettled(record) || key in known.payments);
		const isNew = !seen.has(id);
		const full = isWatched || (isNew && !known.isBaseline) ? await service.get(type, id) : record;
		if (isNew) found.push({ event: 'created', ...full });

		const status = full['invoice_status'] ?? full['estimate_status'];
		if (typeof status === 'string' && (isWatched || type === estimateRecord)) {
			const before = known.statuses[key];
			if (before !== undefined && before !== status) found.push({ event: 'statusChanged', ...full });
			if (!isSettled(full)) next.statuses[key] = status;
		}
		if (!isWatched) continue;
		const payments = Array.isArray(full['transactions']) ? full['transactions'].length : 0;
		for (let payment = known.payments[key] ?? 0; payment < payments; payment += 1) {
			found.push({ event: 'paymentRecorded', ...full });
		}
		if (!isSettled(full)) next.payments[key] = payments;
	}
	return found;
}

async function listAll(service: BillingApi, type: RecordType): Promise<Row[]> {
	const records: Row[] = [];
	for (let page = 1; ; page += 1) {
		const { records: more, totalPages } = await service.page(type, {}, page, 100);
		records.push(...more);
		if (page >= totalPages) return records;
	}
}

const isSettled = (record: Row): boolean => record['invoice_status'] === 'Paid';
