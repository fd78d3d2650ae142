/** The languages of the interface (§2.1), in its own codes. */
export const LANGUAGES: ReadonlySet<string> = new Set('en po fr de ru dt it sp swd por ind cro'.split(' '));

/** Three-letter currency codes, as the JavaScript engine knows them. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Three-letter country codes (ISO 3166-1). */
export const COUNTRIES: ReadonlySet<string> = new Set(
	`ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR
	BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE
	DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ
	GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ
	KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE
	MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG
	POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK
	SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN
	VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE`.split(/\s+/),
);

/** True for a day that exists, written as `YYYY-MM-DD` (§2.1). */
export function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const day = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The date that lies a number of days after another (before it, when negative). */
export function addDays(date: string, days: number): string {
	const day = new Date(`${date}T00:00:00Z`);
	day.setUTCDate(day.getUTCDate() + days);
	return day.toISOString().slice(0, 10);
}

/** The identifier in a text, or undefined when it is not a whole number above zero (§2.1). */
export function parseIdentifier(text: string): number | undefined {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function textOr(value: unknown, fallback = ''): string {
	return typeof value === 'string' ? value : fallback;
}

/** Whether a name is one of a table. */
export const isNameIn = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
	Object.hasOwn(table, name);

/** A name of a table, as the command line has it. Throws a TypeError that lists the valid ones. */
export function nameIn<Table extends object>(table: Table, name: string, what: string): keyof Table & string {
	if (isNameIn(table, name)) return name;
	throw new TypeError(`Unknown ${what} ${name}. ${capitalized(what)}s: ${Object.keys(table).join(', ')}`);
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
