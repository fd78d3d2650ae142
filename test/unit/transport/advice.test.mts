import { waitAdvice } from '../../../nodes/XmlBilling/transport/texts';

it.each([
	[undefined, ''],
	[0, ''],
	[1, 'The service asks you to wait a minute. '],
	[61_000, 'The service asks you to wait 2 minutes. '],
])('A wait of %p ms is, in words and never too short: %p', (ms, words) => {
	expect(waitAdvice(ms)).toBe(words);
});
