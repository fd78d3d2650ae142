import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { schemaFiles } from '../../../tools/schemas.mts';

// One nested list fills n8n's table, and hides what stands after it.
it.each([...schemaFiles(RESOURCES)])('%s shows its lists last', (_file, { properties = {} }) => {
	const isNested = Object.values(properties).map(({ type }) => type === 'array' || type === 'object');
	expect(isNested).toEqual([...isNested].sort());
});
