import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../host/paths.mts';

/** The folder of the docs' pictures. */
export const PICTURES = join(ROOT, 'docs', 'pictures');

export type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** A picture at a third of the size of a PNG, in a format that Playwright does not offer. */
export async function smallPicture(page: Page, box: Box, quality = 80): Promise<Buffer> {
	const browser = await page.context().newCDPSession(page);
	const clip = { ...box, scale: 1 };
	const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality, clip });
	return Buffer.from(data, 'base64');
}
