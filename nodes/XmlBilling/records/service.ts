import { texts, words } from '../xml/shape';
import { amountPart } from './display';
import type { RecordType } from './recordType';
import { shownDecimal, shownText, shownWord } from './keptFields';

/** §4.8. The quantity of a service is the name of its unit, such as Hour (§2.2). */
export const serviceRecord = {
	name: 'service',
	label: 'service',
	id: 'service_id',
	wrapper: 'services',
	list: 'listService',
	get: 'getService',
	shape: {
		...texts('service_name', 'description'),
		...words('date', 'status', 'quantity'),
		service_id: 'number',
		unit_cost: 'number',
	},
	knownBy: {
		word: 'name',
		field: 'service_name',
		filter: 'item_name',
		mode: 'serviceName',
	},
	picker: {
		search: 'searchServices',
		exampleId: '8',
		needs: 'service_name',
		detail: [amountPart('unit_cost'), 'quantity'],
	},
	columns: {
		names: ['service_name'],
		money: ['unit_cost', 'quantity'],
		others: ['status', 'date', 'description'],
		ids: ['service_id'],
	},
	keptOnUpdate: {
		name: shownText('service_name'),
		cost: shownDecimal('unit_cost'),
		unit: shownWord('quantity'),
		description: shownText('description'),
	},
	watched: { filled: ['service_name', 'date', 'status'], present: ['unit_cost', 'quantity'] },
	unlisted: ['description'],
} as const satisfies RecordType;
