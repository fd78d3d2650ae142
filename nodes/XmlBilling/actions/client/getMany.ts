import { collection, type ItemContext } from '../../engine/itemContext';
import { clientRecord } from '../../records';
import { isSameName } from '../../xml/shape';
import { check } from '../../xml/values';
import type { Narrowing } from '../common/narrowing';
import { listRecords } from '../common/recordReads';

function narrowings(item: ItemContext): Narrowing[] {
	const organization = check(collection(item, 'filters')['organization'], 'text', item.timeZone);
	if (!organization.ok)
		throw item.problem(
			`Filters › Organization ${organization.problem}`,
			'Nothing was read. Correct the filter.',
		);
	const wanted = organization.text ?? '';
	if (wanted.trim() === '') return [];
	const field = 'organization';
	return [{ needed: [field], includes: (client) => isSameName(client[field], wanted) }];
}

/** Lists clients (§4.6). Those of an organization are selected here, because the service has no such filter. */
export const listClients = listRecords(clientRecord, narrowings);
