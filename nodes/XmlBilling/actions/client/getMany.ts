import { collection, type ItemContext } from '../../engine/itemContext';
import { clientRecord } from '../../records';
import { isSameName } from '../../xml/shape';
import { checkedValue } from '../common/checkedValue';
import type { Narrowing } from '../common/narrowing';
import { listRecords } from '../common/recordReads';

function narrowings(item: ItemContext): Narrowing[] {
	const field = 'organization';
	const wanted = checkedValue(item, 'Filters › Organization', collection(item, 'filters')[field]);
	if (wanted === '') return [];
	return [{ needed: [field], includes: (client) => isSameName(client[field], wanted) }];
}

/** Lists clients (§4.6). Those of an organization are selected here, because the service has no such filter. */
export const listClients = listRecords(clientRecord, narrowings);
