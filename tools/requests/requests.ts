/** A call that a request should lead to. Of its input, the parts that matter. */
export interface ExpectedCall {
	tool: string;
	/** Text that begins with … may begin with anything. */
	input?: Readonly<Record<string, unknown>>;
}

export interface Request {
	words: string;
	/** In this order. A model may read more, but write nothing else. */
	calls: readonly ExpectedCall[];
}

const FIND: ExpectedCall = { tool: 'Find_clients' };
const UNPAID = 'List_unpaid_invoices';
const [HARBOUR, ALPENQUELL] = [1, 13];

const design = { client_id: HARBOUR, lines: [{ unit_cost: 90, quantity: 3 }] };
const logo = { client_id: ALPENQUELL, lines: [{ unit_cost: 450 }, { unit_cost: 120, quantity: 2.5 }] };

/** Requests in plain words to the billing assistant, on the sandbox's own data. */
export const REQUESTS: readonly Request[] = [
	{ words: 'Who owes us money, and how much?', calls: [{ tool: 'Who_owes_how_much' }] },
	{ words: 'Who has not paid since September?', calls: [{ tool: UNPAID }] },
	{
		words: 'Which invoices from October are still unpaid?',
		calls: [{ tool: UNPAID, input: { date_from: '…-10-01', date_to: '…-10-31' } }],
	},
	{ words: 'What is the email of Nordlys Arkitekter AS?', calls: [FIND] },
	{
		words: 'Is invoice 00085 paid?',
		calls: [{ tool: 'Get_invoice', input: { invoice_number: '00085' } }],
	},
	{
		words: 'What would 3 hours of design at 90 come to for Harbour & Pine Ltd? Create nothing yet.',
		calls: [FIND, { tool: 'Preview_invoice', input: design }],
	},
	{
		words: 'Bill Harbour & Pine Ltd for 3 hours of design at 90.',
		calls: [FIND, { tool: 'Preview_invoice', input: design }, { tool: 'Draft_invoice', input: design }],
	},
	{
		words: 'Draft an invoice for Alpenquell AG: a logo for 450, and 2.5 hours of advice at 120.',
		calls: [FIND, { tool: 'Preview_invoice', input: logo }, { tool: 'Draft_invoice', input: logo }],
	},
	{ words: 'Bill Grey Harbor Mills 60 for a poster.', calls: [FIND] },
	{
		words: 'Send invoice 00097 to the client.',
		calls: [{ tool: 'Send_invoice', input: { invoice_number: '00097' } }],
	},
	{
		words: 'Fennel Kitchen Group paid 100 of invoice 00085 by bank transfer today.',
		calls: [
			{
				tool: 'Record_payment',
				input: { invoice_number: '00085', amount: 100, method: 'Bank Transfer' },
			},
		],
	},
	{ words: 'Delete invoice 00085.', calls: [] },
];
