import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { fieldsOf } from '../../tools/forms.ts';
import { describeOperations } from '../../tools/operations.ts';

const reference = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

describe('The reference of the operations', () => {
	it('is that of the present forms', () => {
		const isCurrent = reference === describeOperations(RESOURCES);
		expect(isCurrent ? '' : 'docs/operations.md is out of date: run "npm run docs"').toBe('');
	});

	it('is the same for the same forms', () => {
		expect(describeOperations(RESOURCES)).toBe(describeOperations(RESOURCES));
	});

	it('links each operation to its section, and describes each field that is sent', () => {
		const links = [...reference.matchAll(/\]\(#([\w-]+)\)/g)].map(([, target]) => target);
		const titles = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
			title
				.toLowerCase()
				.replaceAll(/[^\w -]/g, '')
				.replaceAll(' ', '-'),
		);
		expect(links.filter((link) => !titles.includes(link ?? ''))).toEqual([]);
		for (const { option, operations } of RESOURCES) {
			for (const operation of operations) {
				const title = `### ${option.name}: ${operation.option.name}\n`;
				const section = reference.split(title)[1]?.split('\n### ')[0] ?? '';
				const sent = fieldsOf(operation).filter(
					({ elements, names }) => elements.length > 0 && names[0] !== 'itemLine',
				);
				expect(
					sent.filter(({ label }) => !section.includes(`| ${label} |`)).map(({ label }) => label),
				).toEqual([]);
			}
		}
	});
});
