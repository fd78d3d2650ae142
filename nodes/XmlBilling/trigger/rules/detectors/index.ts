import type { DetectorName } from '../events';
import { changed } from './changed';
import { created } from './created';
import type { Detector } from './detector';
import { overdue } from './overdue';
import { payment } from './payment';
import { status } from './status';

export const DETECTORS: Readonly<Record<DetectorName, Detector>> = {
	created,
	changed,
	payment,
	status,
	overdue,
};
