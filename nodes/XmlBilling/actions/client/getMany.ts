import { collection, type ItemContext } from '../../engine/itemContext';
import { clientRecord } from '../../records';
import { isSameName, type BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { checkedValue } from '../../engine/checkedValue';
import type { Narrowing } from '../../engine/reads/narrowing';
import { listRecords } from '../../engine/reads/recordReads';

function narrowings(item: ItemContext): Narrowing[] {
	const field = 'organization';
	const wanted = checkedValue(item, 'Filters › Organization', collection(item, 'filters')[field]);
	if (wanted === '') return [];
	const includes = (client: BillingRecord) =>
		isAbsent(client[field]) ? undefined : isSameName(client[field], wanted);
	return [{ needed: [field], includes }];
}

/** Lists clients (§4.6). Those of an organization are selected here, because the service has no such filter. */
export const listClients = listRecords(clientRecord, narrowings);
