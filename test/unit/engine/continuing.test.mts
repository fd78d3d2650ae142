import fc from 'fast-check';
import { readAgain, whereToContinue } from '../../../nodes/XmlBilling/engine/continuing';

/** The items that someone who follows the sentence runs again, counted from 0. */
function follow(sentence: string, count: number): number[] {
	const [, first = '', leaveOut = ''] =
		/^Continue with input item (\d+)(?:, and skip (.+))?\.$/.exec(sentence) ?? [];
	const isLeftOut = (item: number) =>
		leaveOut.split(', ').some((range) => {
			const [from = 0, to = from] = range.split('-').map(Number);
			return from <= item && item <= to;
		});
	return Array.from({ length: count }, (_, index) => index).filter(
		(index) => first !== '' && index + 1 >= Number(first) && !isLeftOut(index + 1),
	);
}

it('Following the advice runs exactly the remaining items; if all remain, there is no advice', () => {
	fc.assert(
		fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (remains) => {
			const open = remains.flatMap((isOpen, index) => (isOpen ? [index] : []));
			const sentence = whereToContinue(open.toReversed(), remains.length);
			expect(follow(sentence, remains.length)).toEqual(open.length === remains.length ? [] : open);
		}),
	);
});

it('Nothing is said of reads when none succeeded', () => {
	expect(readAgain([0, 1], 2)).toBe('');
	expect(readAgain([1], 2)).toMatch(
		/^Run all items again: .+ Input item 2 is the first that was not read\.$/,
	);
});
