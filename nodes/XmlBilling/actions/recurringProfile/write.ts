import type { IDataObject } from 'n8n-workflow';
import { isSameText, textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createDocument } from '../documents/create';
import { prepareUpdate, sendUpdate } from '../documents/update';
import { PROFILE } from '../documents/types';
import type { ItemContext } from '../../engine/itemContext';
import { option } from '../common/standard';

/** Creates a recurring profile with its lines (§4.5). It has no number of its own in the request to be found by. */
export async function createProfile(item: ItemContext) {
	const output = await createDocument(PROFILE)(item);
	warnOfFrequency(item, output);
	return output;
}

/** Changes a recurring profile. The service keeps what is left out (§4.5), but for the client, which is sent again. */
export async function updateProfile(item: ItemContext) {
	const { body } = await prepareUpdate(item, PROFILE, true);
	const output = await sendUpdate(item, PROFILE, body);
	warnOfFrequency(item, output);
	return output;
}

// What the service is likely to know; the interface does not list it (§4.1).
const LIKELY = /^(\d+ (day|week|month|year)s?)?$/i;

/** Says so when the service did not know the frequency: it would bill weekly instead (§4.5). */
function warnOfFrequency(item: ItemContext, [record]: readonly IDataObject[]): void {
	const sent = textOf(item.body()['frequency']);
	const saved = textOf(record?.['frequency']);
	if (!LIKELY.test(sent) && saved === '' && option(item, 'return') === 'id') {
		item.warn(
			`Whether the service knows the frequency ${quote(sent)} was not checked: it saves others as 1 Week.`,
		);
	}
	if (sent === '' || saved === '' || isSameText(saved, sent)) return;
	item.warn(
		`The service did not take the frequency ${quote(sent)} and saved ${quote(saved)}: invoices are made that often. Update the profile with a frequency that the service knows.`,
	);
}
