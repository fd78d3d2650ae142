import { addDays } from '../values/date.mts';
import type { Store } from '../store/store.mts';
import { rowsOf } from './rowsOf.mts';

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

/** Gives an account its clients. Returns their identifiers. */
export function seedClients(store: Store, accountId: number, isMain: boolean, today: string): number[] {
	const rows = rowsOf(COLUMNS, isMain ? MAIN_CLIENTS : SECOND_CLIENTS);
	const ids = rows.map((row) => addClient(store, accountId, row));
	const [, creditor] = ids;
	if (creditor !== undefined) {
		store.insert('credit', {
			client_id: creditor,
			amount: '120.00',
			payment_method: 'Bank Transfer',
			payment_note: 'Paid in advance',
			credit_date: `${addDays(today, -20)} 09:30:00`,
		});
	}
	return ids;
}

function addClient(
	store: Store,
	account_id: number,
	{ address, ...row }: Record<(typeof COLUMNS)[number], string>,
): number {
	const domain = plainLetters(row.organization.split(' ', 1)[0] ?? '');
	const username = plainLetters(row.name).slice(0, 20);
	return store.insert('client', {
		account_id,
		...row,
		username,
		email: `${username}@${domain}.example`,
		address: address.replace(' / ', '\n'),
		status: 'Active',
	});
}

/** A text in lower-case letters and dots, without accents. */
function plainLetters(text: string): string {
	const letters = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
	return letters.replace(/[^a-z]+/g, '.').replace(/^\.|\.$/g, '');
}
