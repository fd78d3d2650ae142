import fc from 'fast-check';
import { keysOfWrite, openClaims } from '../../../nodes/XmlBilling/engine/writes/claims';
import { recordKey } from '../../../nodes/XmlBilling/engine/writes/createdInRun';
import { createStop } from '../../../nodes/XmlBilling/transport/stop';
import { METHODS } from '../../../nodes/XmlBilling/records/methods';

const KEYS = ['email', 'names', 'number', 'payment'];
const breathe = async () => await new Promise((resolve) => setImmediate(resolve));

describe('Claims', () => {
	it('give nobody else any of the keys, and everybody gets them in the end', async () => {
		const wanted = fc.array(fc.uniqueArray(fc.constantFrom(...KEYS)), { minLength: 2, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(wanted, async (all) => {
				const held: string[] = [];
				const work = async (keys: string[]) => {
					const claims = openClaims('account', createStop());
					const { end } = await claims.claim(keys);
					expect(held.filter((key) => keys.includes(key))).toEqual([]);
					held.push(...keys);
					await breathe();
					for (const key of keys) held.splice(held.indexOf(key), 1);
					end();
					claims.close();
				};
				await Promise.all(all.map(work));
				expect(held).toEqual([]);
			}),
		);
	});

	it('do not block those who want other keys', async () => {
		const { end } = await openClaims('account', createStop()).claim(['email']);
		const ends: string[] = [];
		const others = ['names', 'email'].map(async (key) => {
			const claimed = await openClaims('account', createStop()).claim([key]);
			ends.push(key);
			claimed.end();
		});
		await breathe();
		expect(ends).toEqual(['names']);
		end();
		await Promise.all(others);
	});

	it('report the keys that others have had meanwhile', async () => {
		const [first, second, closed] = [
			openClaims('account', createStop()),
			openClaims('account', createStop()),
			openClaims('account', createStop()),
		];
		closed.close();
		const hadOthers = async (claims: typeof first, ...keys: string[]) => {
			const { end, hadOthers: had } = await claims.claim(keys);
			end();
			return had;
		};
		expect(await hadOthers(first, 'email', 'names')).toBe(false);
		expect(await hadOthers(first, 'email')).toBe(false);
		expect(await hadOthers(second, 'number')).toBe(false);
		expect(await hadOthers(second, 'number', 'names')).toBe(true);
		expect(await hadOthers(closed, 'names')).toBe(false);
		expect(await hadOthers(openClaims('account', createStop()), 'names')).toBe(false);
	});

	it('do not keep a canceled execution waiting, which gets none', async () => {
		const { end } = await openClaims('account', createStop()).claim(['number']);
		const stop = createStop();
		const claims = openClaims('account', stop);
		const waiting = claims.claim(['number', 'email']);
		stop.stop();
		(await waiting).end();
		(await claims.claim(['number'])).end();
		const third = openClaims('account', createStop()).claim(['number']);
		let isFree = false;
		void third.then(() => (isFree = true));
		await breathe();
		expect(isFree).toBe(false);
		end();
		(await third).end();
	});
});

describe('The keys of a write', () => {
	it.each([
		[
			'updateInvoice',
			{ invoice_id: '04', number: 'R-1 ' },
			[recordKey('invoice', 4), recordKey('invoice', 'number', 'r-1')],
		],
		['updateTimeLog', { timelog_id: '4', project_id: '1', task_id: '2' }, [recordKey('timelog', 4)]],
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '4' }, { id: '5' }] },
			[recordKey('invoice', 4), recordKey('invoice', 5)],
		],
		['deleteInvoiceItem', { invoice_id: ['4', '4'], invoice_item_id: ['7', '8'] }, [recordKey('invoice', 4)]],
		['SENDINVOICEMAIL', { invoice_id: '4' }, [recordKey('invoice', 4)]],
		['createInvoice', { invoice_id: '4', number: 'R-1' }, []],
		[
			'createInvoice',
			{
				time_entries: { time_entry: [{ id: '04' }, { id: '' }, { id: '5' }] },
				expenses: { expense: { id: ' 6 ' } },
			},
			[recordKey('timelog', 4), recordKey('timelog', 5), recordKey('expense', 6)],
		],
		[
			'eraseInvoice',
			{ invoice_id: '4', client_id: '1', name: 'Ada' },
			[recordKey('invoice', 4), recordKey('client', 1)],
		],
		['listInvoice', { invoice_id: '4' }, []],
	])('of %s are those of the records that it is about', (method, body, keys) => {
		expect([...new Set(keysOfWrite(method, body))]).toEqual(keys);
	});

	it('are there for every method that writes an existing record', () => {
		for (const { name, verb, kind, reads } of METHODS) {
			const isNew = reads || verb === 'create';
			const body = { [`${kind}_id`]: '4', invoice: [{ id: '4' }] };
			expect([name, keysOfWrite(name, body).includes(recordKey(kind, 4))]).toEqual([name, !isNew]);
		}
	});
});
