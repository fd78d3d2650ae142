import type { Store, Values } from '../store.mts';
import { addDays } from '../values.mts';

/** An account that is filled with records, as of a day. */
export interface Seeding {
	store: Store;
	account_id: number;
	today: string;
	/** Its clients, once there are some. */
	clients: readonly number[];
}

/** The rows of a table in a text: a line each, with ` | ` between the columns. */
export function rowsOf<Name extends string>(
	names: readonly Name[],
	text: string,
): Array<Record<Name, string>> {
	const lines = text.trim().split('\n');
	// A row has each of the names, so its type is theirs.
	const rowOf = (texts: string[]) =>
		Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) as Record<Name, string>;
	return lines.map((line) => rowOf(line.split(' | ')));
}

/** The goods on seeded documents: with their usual quantities, and the unit of a service or the stock of a product. */
const GOODS = rowsOf(
	['name', 'type', 'description', 'unit_cost', 'quantities', 'quantity'],
	`
Brand workshop | Service | One day, on site | 1250.00 | 1.00 2.00 0.50 | Day
Website design | Service | Per page template | 640.00 | 3.00 5.00 1.00 | Basic
Copywriting | Service | Per hour | 85.50 | 3.50 12.25 0.75 | Hour
Hosting | Service | Per month | 39.90 | 1.00 3.00 12.00 | Month
Photo licence | Product | Worldwide, five years | 175.00 | 1.00 4.00 6.00 | 40.00
Printed brochure | Product | A5, 24 pages, recycled paper | 2.35 | 250.00 500.00 75.00 | 5000.00
Exhibition stand | Product | 3 x 3 m, with lights | 2890.00 | 1.00 | 2.00
Illustration | Service | Full page | 420.00 | 1.00 3.00 2.50 | Basic
Newsletter template | Product | Responsive | 310.00 | 1.00 2.00 | 12.00
Search report | Service | Quarterly | 199.99 | 1.00 4.00 | Basic
Training <basics & beyond> | Service | Half a day, up to 8 people | 540.00 | 1.00 2.00 | Basic`,
);

const SERVICE_TAX: Values = { tax2_name: 'Service tax', tax2_percent: '2.50' };

/** What lines have besides the defaults of a line. */
const TAXES: readonly Values[] = [
	{ tax1_name: 'VAT', tax1_percent: '20.00' },
	{},
	{ tax1_name: 'GST', tax1_percent: '18.00', ...SERVICE_TAX, tax2_type: 'Compound' },
	{ tax1_name: 'VAT reduced', tax1_percent: '5.50', ...SERVICE_TAX },
];
const DISCOUNTS: readonly Values[] = [
	{},
	{ discount: '10.00' },
	{},
	{ discount: '1.50', discount_type: 'Fixed' },
];

/** Gives an account its products and services, one in five of them archived. */
export function seedGoods({ store, account_id, today }: Seeding): void {
	for (const [index, { type, quantities: _, ...row }] of GOODS.entries()) {
		const date = `${addDays(today, -300)} 09:00:00`;
		const status = index % 5 === 4 ? 'Archive' : 'Active';
		store.insert(type.toLowerCase(), { account_id, ...row, date, status });
	}
}

/** The element of a list at an index that wraps around. The list is not empty. */
export function cycle<Item>(items: readonly Item[], index: number): Item {
	const item = items[index % items.length];
	if (item === undefined) throw new RangeError('Nothing to choose from');
	return item;
}

/** One to four lines, always the same for the same index. */
export function seededLines(index: number): Values[] {
	return Array.from({ length: 1 + (index % 4) }, (_, position) => seededLine(index * 3 + position));
}

function seededLine(index: number): Values {
	const { quantities, ...line } = cycle(GOODS, index * 7);
	return {
		...line,
		quantity: cycle(quantities.split(' '), index),
		...cycle(DISCOUNTS, index),
		...cycle(TAXES, index + (index >> 2)),
	};
}

const COLUMNS = ['organization', 'name', 'country', 'currency', 'language', 'work_phone', 'address'] as const;

const MAIN_CLIENTS = `
Harbour & Pine Ltd | Eleanor Voss | GBR | GBP | en | +44 20 7946 0101 | 12 Quay Street / Bristol BS1 4RN
Brightwater Analytics | Tom Okafor | GBR | GBP | en | +44 20 7946 0102 | 3 Mill Lane / Leeds LS1 2QT
Fennel Kitchen Group | Priya Nair | GBR | GBP | en | +44 20 7946 0103 | 88 Market Place / Norwich NR2 1NE
Copper Lantern Press | Hugh Marlow | GBR | GBP | en | 020 7946 0104 | 5 Chandler Row / York YO1 7HH
Nordlys Arkitekter AS | Ingrid Solberg | NOR | NOK | en | +47 22 00 01 05 | Fjordveien 14 / 0250 Oslo
Bäckerei Sonnenkorn GmbH | Jürgen Weiß | DEU | EUR | de | +49 30 0000 0106 | Lindenallee 7 / 10115 Berlin
Rheinblick Logistik GmbH | Anke Peters | DEU | EUR | de | +49 221 0000 0107 | Hafenstraße 22 / 50667 Köln
Maison Tilleul SAS | Élodie Garnier | FRA | EUR | fr | +33 1 99 00 01 08 | 9 rue des Tilleuls / 69002 Lyon
Officina Verde S.r.l. | Paolo Ricci | ITA | EUR | it | +39 06 0000 0109 | Via dei Platani 31 / 00184 Roma
Viñedos del Alba S.L. | Lucía Ortega | ESP | EUR | sp | +34 910 000 110 | Calle Olmo 4 / 26001 Logroño
Tulp & Zonen B.V. | Daan Visser | NLD | EUR | dt | +31 20 000 0111 | Prinsenkade 60 / 1012 Amsterdam
Svea Textil AB | Karin Lund | SWE | SEK | swd | +46 8 000 01 12 | Björkgatan 2 / 111 20 Stockholm
Alpenquell AG | Reto Frei | CHE | CHF | de | +41 44 000 01 13 | Seeweg 18 / 8001 Zürich
Cascadia Outfitters Inc. | Maya Jensen | USA | USD | en | +1 555 0114 | 410 Cedar Avenue / Portland, OR 97201
Blue Mesa Clinics | Robert "Bob" Tanaka | USA | USD | en | +1 555 0115 | 77 Sandstone Drive / Tucson, AZ 85701
Maple & Main Realty | Sophie Tremblay | CAN | CAD | fr | +1 555 0116 | 1500 rue Érable / Montréal QC H3B 1A1
Southern Cross Surveying | Liam Walsh | AUS | AUD | en | +61 2 5550 0117 | 21 Banksia Road / Sydney NSW 2000
Indigo Looms Pvt. Ltd. | Arjun Mehta | IND | INR | en | +91 00000 00118 | 14 Weavers Colony / Jaipur 302001
Sakura Print K.K. | Hana Fujimoto | JPN | JPY | en | +81 3 0000 0119 | 2-4-6 Kanda / Tokyo 101-0047
Café Ipanema Ltda | João Almeida | BRA | BRL | por | +55 11 0000 0120 | Rua das Palmeiras 95 / São Paulo 01227`;

const SECOND_CLIENTS = `
Librairie du Vieux Port | Nadia Benali | FRA | EUR | fr | +33 4 99 00 02 21 | 16 quai du Port / 13002 Marseille
Galerie Hélios | Marc Fontaine | FRA | EUR | fr | +33 1 99 00 02 22 | 27 rue du Temple / 75004 Paris
Brasserie Meuse SPRL | Julie Lambert | BEL | EUR | fr | +32 4 000 02 23 | Quai de Rome 8 / 4000 Liège
Zagreb Glass d.o.o. | Ivan Horvat | HRV | EUR | cro | +385 1 000 0224 | Ilica 101 / 10000 Zagreb
Kraków Ceramika Sp. z o.o. | Zofia Nowak | POL | PLN | po | +48 12 000 02 25 | ul. Długa 12 / 31-146 Kraków`;

export function seedClients({ store, account_id, today }: Seeding, isMain: boolean): number[] {
	const ids = rowsOf(COLUMNS, isMain ? MAIN_CLIENTS : SECOND_CLIENTS).map(({ address, ...row }) => {
		const domain = plainLetters(row.organization.split(' ', 1)[0] ?? '');
		const username = plainLetters(row.name).slice(0, 20);
		const email = `${username}@${domain}.example`;
		const lines = address.replace(' / ', '\n');
		return store.insert('client', { account_id, ...row, username, email, address: lines, status: 'Active' });
	});
	const credit = { amount: '120.00', payment_method: 'Bank Transfer', payment_note: 'Paid in advance' };
	const credit_date = `${addDays(today, -20)} 09:30:00`;
	store.insert('credit', { client_id: cycle(ids, 1), ...credit, credit_date });
	return ids;
}

/** A text in lower-case letters and dots, without accents. */
function plainLetters(text: string): string {
	const letters = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
	return letters.replace(/[^a-z]+/g, '.').replace(/^\.|\.$/g, '');
}

const STAFF = rowsOf(
	['name', 'bill_rate'],
	`
Alex Rowan | 95.00
Mina Castell | 80.00
Jonas Beck | 72.50`,
);

const TASKS = rowsOf(
	['name', 'description', 'rate'],
	`
Design | Layouts and prototypes | 90.00
Development | Building and testing | 105.00
Meetings | Calls and workshops | 75.00
Travel time |  | 40.00`,
);

const PROJECTS = 'Website relaunch,Spring campaign,Product catalogue,Annual report,Shop signage'.split(',');

const CATEGORIES = ['Travel', 'Software', 'Printing', 'Postage', 'Meals'];

const VENDORS = ['Railway Line Co.', 'Pixel Tools', 'Inkwell Printers', 'Parcel Post', 'The Corner Bistro'];

const NOTES = 'First draft|Corrections after feedback||Review with the client|Preparing the handover'.split(
	'|',
);

/** Gives an account staff, projects with tasks, time entries and expenses: about three quarters of them unbilled. */
export function seedWork(
	{ store, account_id, clients, today }: Seeding,
	size: Readonly<Record<'projects' | 'timeEntries' | 'expenses', number>>,
): void {
	const add = (table: string, values: Values) =>
		store.insert(table, { account_id, status: 'Active', ...values });
	const created_date = `${addDays(today, -200)} 10:00:00`;
	const date_added = `${addDays(today, -300)} 09:00:00`;
	const staff = STAFF.map((person, index) => {
		const username = person.name.toLowerCase().replace(' ', '.');
		const access = { email: `${username}@studio.example`, user_level: 2, access_own_record: 'No' };
		const last_login = `${today} 08:00:00`;
		const staff_id = add('staff', { ...person, username, ...access, date_added, last_login });
		store.insert('staff_client', { staff_id, client_id: cycle(clients, index) });
		return staff_id;
	});
	const tasks = TASKS.map((task) => add('task', { ...task, billable: 'Y', created_date }));
	const projects = PROJECTS.slice(0, size.projects).map((name, index) => {
		const people = { client_id: cycle(clients, index), project_manager_id: cycle(staff, index) };
		const billing = { rate: '0.00', billing_method: 'task' };
		const project_id = add('project', { ...people, name, ...billing, created_date });
		for (const task_id of tasks) store.insert('project_task', { project_id, task_id });
		store.insert('project_staff', { project_id, staff_id: cycle(staff, index) });
		return project_id;
	});
	for (let index = 0; index < size.timeEntries; index += 1)
		add('time_entry', {
			project_id: cycle(projects, index),
			task_id: cycle(tasks, index + (index >> 2)),
			work_date: addDays(today, index - size.timeEntries),
			hours_worked: cycle(['1.50', '0.25', '4.00', '7.75', '2.00'], index),
			notes: cycle(NOTES, index),
			billed: index % 4 === 0 ? 'Yes' : 'No',
		});
	const categories = CATEGORIES.map((name) => add('expense_category', { name, date_added }));
	for (let index = 0; index < size.expenses; index += 1)
		add('expense', {
			...{ client_id: cycle(clients, index), category_id: cycle(categories, index) },
			project_id: index < projects.length ? cycle(projects, index) : null,
			vendor: cycle(VENDORS, index),
			date: `${addDays(today, (index - size.expenses) * 2)} 12:00:00`,
			amount: cycle(['184.40', '59.00', '712.35', '23.80', '46.10', '9.99'], index),
			notes: index % 3 === 0 ? 'Receipt kept' : '',
			invoiced: index % 4 === 3 ? 'Yes' : 'No',
			status: index % 8 === 6 ? 'Archived' : 'Active',
		});
}
