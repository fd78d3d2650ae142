import type { DetectorName } from '../events';
import { created } from './created';
import type { Detector } from './detector';
import { overdue } from './overdue';
import { payment } from './payment';
import { status } from './status';

export const DETECTORS: Readonly<Record<DetectorName, Detector>> = { created, payment, status, overdue };
