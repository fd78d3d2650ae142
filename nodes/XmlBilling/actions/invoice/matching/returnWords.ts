import { LINE_BREAK } from './numbersInText';

/** What banks and payers call a payment that is returned, reversed, charged back or refunded, and how they shorten it. */
const RETURN_WORDS = {
	english: `
		return, returns, returned, reversal, reversed, refund, refunds, refunded, chargeback,
		chargebacks, charge back, charged back, clawback, claw back, dispute, disputed, bounced, dishonored,
		dishonoured, unpaid, recall, recalled, rejected, repayment, repaid, paid back`,
	german: `
		Storno, storniert, Stornierung, Stornobuchung, Retoure, Retouren, Retourlastschrift,
		Rücklastschrift, Rücklastschriften, Rücklast, Rückbelastung, Rückbuchung, Rückgabe, Rückerstattung,
		Rücküberweisung, Rückruf, Rückläufer, Rückvergütung, Rückzahlung, rückgelastet, rückgebucht,
		rückerstattet, Lastschriftrückgabe, Lastschriftretoure, Erstattung, erstattet, Widerruf,
		Widerspruch, zurück, zurückgegeben, zurückgebucht, zurückgezahlt, zurücküberwiesen, Zurückweisung,
		zurückgewiesen, nicht eingelöst`,
	french: `
		retour, retourné, retournée, rejet, rejeté, rejetée, remboursement, remboursé, remboursée,
		restitution, extourne, extourné, contrepassation, contre passation, rétrofacturation, annulation,
		annulé, annulée, impayé, impayée, impayés, rappel de fonds`,
	spanish: `
		devolución, devoluciones, devuelto, devuelta, reembolso, reembolsado, reembolsada, reintegro,
		retrocesión, retrocedido, retrocedida, contracargo, contracargos, extorno, anulación, anulado,
		anulada, reversión, revertido, revertida, impagado, impago, rechazo, rechazado, rechazada`,
	dutch: `
		retour, retourbetaling, retourboeking, geretourneerd, teruggave, terugbetaling, terug, terugbetaald,
		terugboeking, teruggeboekt, terugstorting, teruggestort, terugvordering, terugroeping, storno,
		stornering, gestorneerd, restitutie, weigering, geweigerd, onbetaald`,
	italian: `
		storno, stornato, stornata, rimborso, rimborsi, rimborsato, rimborsata, restituzione, restituito,
		restituita, riaccredito, riaddebito, insoluto, insoluta, insoluti, reso, respinto, respinta, revoca,
		annullamento, annullo, annullato, annullata, impagato`,
	abbreviations: `
		RTN, RTRN, RET, REV, RVSL, RFD, RFND, CHGBK, CHBK, CBK, UNP, RLS`,
};

const BREAKS = `(?:${LINE_BREAK.source})?`;
const UMLAUT = /[äöü]/i;

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');

/** A word in any case, without accents or with `ue` for `ü`, and with the line breaks that a bank puts anywhere. */
const patternOf = (word: string, after = ''): RegExp => {
	const characters = Array.from(word, (one) => {
		if (one === ' ') return '[\\s\\p{Pd}]+';
		return UMLAUT.test(one) ? `${withoutMarks(one)}(?:${BREAKS}e)?` : withoutMarks(one);
	});
	return new RegExp(`(?<!\\p{L})${characters.join(BREAKS)}(?!\\p{L})${after}`, 'iu');
};

// `RET-0042` is a number.
const PATTERNS = Object.entries(RETURN_WORDS).flatMap(([kind, words]) =>
	words
		.trim()
		.split(/,\s+/)
		.map((word) => ({ word, pattern: patternOf(word, kind === 'abbreviations' ? '(?![-/]\\d)' : '') })),
);

/** A sentence that says which word in a text means that a payment may have been taken back; undefined if there is none. */
export function returnIn(text: string): string | undefined {
	const folded = withoutMarks(text);
	const found = PATTERNS.find(({ pattern }) => pattern.test(folded));
	return found && `The text has the word '${found.word}', so a payment may have been taken back.`;
}
