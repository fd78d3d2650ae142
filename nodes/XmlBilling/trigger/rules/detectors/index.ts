import type { DetectorName } from '../../events/events';
import { changed } from './changed';
import { created } from './created';
import type { Detector } from './detector';
import { payment, removal } from './payment';
import { reminder } from './reminder';
import { status } from './status';

export const DETECTORS: Readonly<Record<DetectorName, Detector>> = {
	created,
	changed,
	payment,
	removal,
	status,
	reminder,
};
