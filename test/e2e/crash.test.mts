import { runAcrossCrashes } from './crash/run.mts';
import { randomFrom } from './crash/random.mts';
import { DURABLE_CURSORS, QUICK_SCHEDULER } from './crash/workflow.mts';
import { useInstallation } from './installation.mts';

const inN8n = useInstallation({
	sandbox: { latencyMs: 100 },
	environment: { ...DURABLE_CURSORS, ...QUICK_SCHEDULER },
});

test(
	'with durable poll cursors every event gives exactly one execution, although n8n is killed',
	inN8n(async (installation) => {
		const plan = { kills: 5, events: 40, random: randomFrom(1), restMs: 5_000 };
		const { events, lost, doubled, invented } = await runAcrossCrashes(installation, plan);
		expect({ events, lost, doubled, invented }).toEqual({
			events: 40,
			lost: [],
			doubled: [],
			invented: [],
		});
	}),
	240_000,
);
