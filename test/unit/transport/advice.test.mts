import { waitAdvice } from '../../../nodes/XmlBilling/transport/advice';

it.each([
	[undefined, ''],
	[0, ''],
	[1, 'The service asks you to wait 1 second. '],
	[30_000, 'The service asks you to wait 30 seconds. '],
	[60_000, 'The service asks you to wait 60 seconds. '],
	[61_000, 'The service asks you to wait 61 seconds. '],
	[121_000, 'The service asks you to wait 3 minutes. '],
	[3_600_000, 'The service asks you to wait 1 hour. '],
	[7_200_001, 'The service asks you to wait 3 hours. '],
])('A wait of %p ms is, in words and never too short: %p', (ms, words) => {
	expect(waitAdvice(ms)).toBe(words);
});
