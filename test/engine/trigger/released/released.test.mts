/**
 * Stored triggers of every release stay readable: nothing is reported again, and nothing since then is lost. A
 * release adds its own states: SAVE_STATES=1 npx jest engine/trigger/released --selectProjects engine
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_KINDS, type EventKind } from '../../../../nodes/XmlBilling/trigger/events/events';
import { scopeOf, accessOf } from '../../../../nodes/XmlBilling/trigger/account';
import type { State } from '../../../../nodes/XmlBilling/trigger/state';
import { useBilling } from '../../billing.mts';
import { changesIn, EVENTS_OF_ACCOUNT } from './account.mts';

/** n8n's data of a trigger. */
interface Stored {
	/** The events that it had reported. */
	told: string[];
	staticData: { state: State };
}

/** The data that a release had stored. */
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
const MAX_POLLS = 50;
/** Enough for some of the lists. */
const SHORT_BUDGET_MS = 300;

// Polls can only be interrupted where the service takes its time.
const billing = useBilling({ seed: false, latencyMs: process.env.SAVE_STATES === undefined ? 0 : 20 });
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

/** Polls until there is nothing left to report. */
async function toldBy(trigger: Trigger): Promise<string[]> {
	const told: string[] = [];
	for (let quiet = 0; quiet < 2;) {
		const events = await poll(trigger);
		quiet = events.length === 0 ? quiet + 1 : 0;
		told.push(...events);
	}
	return told;
}

/** Makes this release report some changes, and returns what it has stored then. */
async function store(when: When): Promise<Stored> {
	const changes = changesIn(billing.sandbox);
	await changes.before();
	const trigger = triggerOf(EVENT_KINDS);
	expect(await toldBy(trigger)).toEqual([]);
	await changes.meanwhile();
	const told: string[] = [];
	const stored = () => plain(trigger.staticData) as Stored['staticData']; // a poll has stored it
	if (when === 'at rest') return { told: await toldBy(trigger), staticData: stored() };
	for (let count = 0; count < MAX_POLLS; count += 1) {
		told.push(...(await poll(trigger, SHORT_BUDGET_MS)));
		const staticData = stored();
		if (staticData.state.beginWith !== undefined && told.length > 0) return { told, staticData };
	}
	throw new Error('No poll was interrupted');
}

/** Restores the account as it was when a release stored its state, and returns that state. */
async function atThatTime({ state, ...rest }: Stored['staticData']) {
	const changes = changesIn(billing.sandbox);
	await changes.before();
	await changes.meanwhile();
	// The sandbox has another port each time.
	return { ...rest, state: { ...state, scope: { ...state.scope, service: billing.sandbox.url } } };
}

const releaseOf = (name: string): Release => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Release;

it.each(WHEN)('This release has its own state among the others, %s', async (when) => {
	if (process.env.SAVE_STATES !== undefined) {
		const { stored } = existsSync(fileOf(version)) ? releaseOf(version) : {};
		const release = { events: EVENT_KINDS, stored: { ...stored, [when]: await store(when) } };
		writeFileSync(fileOf(version), JSON.stringify(release));
	}
	expect(releaseOf(version).stored).toHaveProperty([when]);
});

const releases = readdirSync(STATES).map((name) => name.replace(/\.json$/, ''));

describe.each([...new Set([version, ...releases])])('what release %s had stored', (release) => {
	it.each(WHEN)('can be continued, %s: each event is reported exactly once', async (when) => {
		const { events, stored } = releaseOf(release);
		const { told, staticData } = stored[when];
		const trigger = triggerOf(events, await atThatTime(staticData));
		await changesIn(billing.sandbox).since();
		const all = [...told, ...(await toldBy(trigger))];
		// The status of an estimate is spelled as in the answers, and the quirk of the run may differ now.
		const inSmallLetters = (ids: string[]) => ids.map((id) => id.toLowerCase()).sort();
		expect(inSmallLetters(all)).toEqual(inSmallLetters(events.flatMap((kind) => EVENTS_OF_ACCOUNT[kind])));
	});

	it.each(WHEN)('belongs to the same account, %s', (when) => {
		const { scope } = releaseOf(release).stored[when].staticData.state;
		const { company, owner } = billing.sandbox.account('main');
		expect(scopeOf(accessOf(`${scope.service}/xml/1.1/`, scope.token), [company, owner])).toEqual(scope);
	});
});
