/**
 * What a trigger of each release had stored is read for good: nothing of it is reported again, and nothing since is lost.
 * A release adds its own states: SAVE_STATES=1 npx jest engine/trigger/released --selectProjects engine
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_KINDS, type EventKind } from '../../../../nodes/XmlBilling/trigger/rules/events';
import { scopeOf, askerOf } from '../../../../nodes/XmlBilling/trigger/rules/scope';
import type { SavedState } from '../../../../nodes/XmlBilling/trigger/rules/state';
import { useBilling } from '../../billing.ts';
import { deedsIn, EVENTS_OF_ACCOUNT } from './account.ts';

/** What n8n had of a trigger. */
interface Stored {
	/** The events that it had reported. */
	told: string[];
	staticData: { state: SavedState };
}

/** What a release had stored. */
interface Release {
	events: EventKind[];
	stored: Record<When, Stored>;
}

/** Between two polls, and after one that had to interrupt its scan. */
const WHEN = ['at rest', 'in a scan'] as const;
type When = (typeof WHEN)[number];

const STATES = join(import.meta.dirname, 'states');
const PACKAGE = join(import.meta.dirname, '../../../../package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
const fileOf = (release: string): string => join(STATES, `${release}.json`);
const MOST_POLLS = 50;
/** Enough for some of the lists. */
const SHORT_BUDGET_MS = 300;

const billing = useBilling({ seed: false, latencyMs: 20 });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const triggerOf = (events: readonly EventKind[], staticData?: object) =>
	engine.trigger({
		parameters: { events: [...events] },
		credential: billing.credential(),
		staticData: { ...staticData },
	});
type Trigger = ReturnType<typeof triggerOf>;

const poll = async (trigger: Trigger, budgetMs?: number): Promise<string[]> =>
	((await trigger.poll({ budgetMs })) ?? []).map(({ json }) => JSON.stringify(json['event_id']).slice(1, -1));

/** Polls until nothing is left to tell. */
async function toldBy(trigger: Trigger): Promise<string[]> {
	const told: string[] = [];
	for (let quiet = 0; quiet < 2;) {
		const events = await poll(trigger);
		quiet = events.length === 0 ? quiet + 1 : 0;
		told.push(...events);
	}
	return told;
}

/** Lets this release report some of what happens, and gives what it has stored then. */
async function store(when: When): Promise<Stored> {
	const deeds = deedsIn(billing.sandbox);
	await deeds.before();
	const trigger = triggerOf(EVENT_KINDS);
	expect(await toldBy(trigger)).toEqual([]);
	await deeds.meanwhile();
	const told: string[] = [];
	const stored = () => plain(trigger.staticData) as Stored['staticData']; // a poll has stored it
	if (when === 'at rest') return { told: await toldBy(trigger), staticData: stored() };
	for (let count = 0; count < MOST_POLLS; count += 1) {
		told.push(...(await poll(trigger, SHORT_BUDGET_MS)));
		const staticData = stored();
		if (staticData.state.place !== undefined && told.length > 0) return { told, staticData };
	}
	throw new Error('No poll was interrupted');
}

/** Makes the account what it was when a release stored something, and gives what it stored. */
async function atThatTime({ state, ...rest }: Stored['staticData']) {
	const deeds = deedsIn(billing.sandbox);
	await deeds.before();
	await deeds.meanwhile();
	// The sandbox has another port each time.
	return { ...rest, state: { ...state, scope: { ...state.scope, service: billing.sandbox.url } } };
}

const releaseOf = (name: string): Release => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Release;

it.each(WHEN)('The release at hand has its own state among the others, %s', async (when) => {
	if (process.env.SAVE_STATES !== undefined) {
		const { stored } = existsSync(fileOf(version)) ? releaseOf(version) : {};
		const release = { events: EVENT_KINDS, stored: { ...stored, [when]: await store(when) } };
		writeFileSync(fileOf(version), JSON.stringify(release));
	}
	expect(releaseOf(version).stored).toHaveProperty([when]);
});

const releases = readdirSync(STATES).map((name) => name.replace(/\.json$/, ''));

describe.each([...new Set([version, ...releases])])('what release %s had stored', (release) => {
	it.each(WHEN)('is read on, %s: each event is told once in all', async (when) => {
		const { events, stored } = releaseOf(release);
		const { told, staticData } = stored[when];
		const trigger = triggerOf(events, await atThatTime(staticData));
		await deedsIn(billing.sandbox).since();
		const all = [...told, ...(await toldBy(trigger))];
		// The status of an estimate is spelled as in the answers, whose manner may have changed since.
		const inSmallLetters = (ids: string[]) => ids.map((id) => id.toLowerCase()).sort();
		expect(inSmallLetters(all)).toEqual(inSmallLetters(events.flatMap((kind) => EVENTS_OF_ACCOUNT[kind])));
	});

	it.each(WHEN)('belongs to the same account, %s', (when) => {
		const { scope } = releaseOf(release).stored[when].staticData.state;
		const { company, owner } = billing.sandbox.account('main');
		expect(scopeOf(askerOf(`${scope.service}/xml/1.1/`, scope.token), [company, owner])).toEqual(scope);
	});
});
