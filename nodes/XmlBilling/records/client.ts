import { repeated, textOf, texts, words } from '../xml/shape';
import type { RecordType } from './recordType';
import { sameTexts, shownWord } from './keptFields';

/** §4.6 */
export const clientRecord = {
	name: 'client',
	label: 'client',
	id: 'client_id',
	wrapper: 'clients',
	list: 'listClient',
	get: 'getClient',
	shape: {
		client_id: 'number',
		...texts('name', 'organization', 'address'),
		...words('email', 'work_phone', 'currency', 'status'),
		credits: repeated('credit', {
			amount: 'number',
			payment_method: 'word',
			payment_note: 'text',
			credit_date: 'word',
		}),
	},
	knownBy: {
		word: 'email',
		field: 'email',
		filter: 'client_email',
		mode: 'email',
		example: 'office@example.com',
	},
	alsoKnownBy: [
		{
			word: 'organization',
			field: 'organization',
			mode: 'organization',
		},
	],
	picker: {
		search: 'searchClients',
		exampleId: '42',
		needs: 'organization',
		title: [(client) => textOf(client['organization']) || textOf(client['name'])],
		detail: ['name', 'email'],
		filter: (typed) => (/^\S+@\S+\.\S+$/.test(typed) ? { client_email: typed } : undefined),
	},
	columns: {
		names: ['organization', 'name', 'email'],
		money: ['currency'],
		others: ['status', 'work_phone', 'address'],
		ids: ['client_id'],
	},
	// Requests take more fields, but answers don't show them, so they can't be resent.
	keptOnUpdate: {
		...sameTexts('name', 'organization'),
		email: shownWord('email'),
		...sameTexts('work_phone', 'address'),
		currency: shownWord('currency'),
	},
	watched: {
		filled: ['name', 'organization', 'currency'],
		present: ['email', 'address', 'work_phone', 'credits'],
	},
} as const satisfies RecordType;
