import { useBilling } from '../../billing.ts';
const billing = useBilling();
it('x', async () => {
	const [output] = await billing.outputOf('account', 'checkService');
	process.stdout.write(String(output?.['report']));
	process.stdout.write(String(billing.sandbox.requests.length));
});
