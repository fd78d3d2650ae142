import type { Key, RecordType } from './recordType';

/** Everything that people may know a kind of record by; the first is the one that guards against duplicates. */
export const keysOf = ({ knownBy, alsoKnownBy = [] }: RecordType): readonly Key[] =>
	knownBy === undefined ? alsoKnownBy : [knownBy, ...alsoKnownBy];
