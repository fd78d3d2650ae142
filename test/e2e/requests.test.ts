import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { ROOT } from '../../host/paths.ts';
import { REQUESTS, type ExpectedCall } from '../../tools/requests/requests.ts';
import { startScriptedModel, type Step } from './scriptedModel.ts';

const KEY = 'planted-key-of-a-model';
const GATED = ['Send_invoice', 'Record_payment'];

/** The call that is expected, as a model may spell it. */
function made({ tool, input = {} }: ExpectedCall): Step {
	const whole = JSON.parse(
		JSON.stringify(input).replaceAll('…', '2026').replaceAll('{"unit_cost"', '{"name":"Work","unit_cost"'),
	) as object;
	return { calls: [[tool, GATED.includes(tool) ? { toolParameters: whole, hitlParameters: {} } : whole]] };
}

test('the requests in plain words are put to any model, and what leads to other calls is shown as wrong', async () => {
	const model = await startScriptedModel();
	const [deleting] = REQUESTS.slice(-1);
	expect(deleting?.calls).toEqual([]);
	model.does(
		...REQUESTS.slice(0, -1).flatMap(({ calls }) => [...calls.map(made), 'Done.']),
		made({ tool: 'Record_payment', input: { invoice_number: '00085', amount: '5', method: 'Cash' } }),
		'Done.',
	);
	const script = [
		'--import',
		'./host/endWithParent.mjs',
		'tools/requests/main.ts',
		'--url',
		model.url,
		'--model',
		'one',
	];
	const child = spawn(process.execPath, script, { cwd: ROOT, env: { ...process.env, MODEL_KEY: KEY } });
	const [out, errors, [exitCode]] = await Promise.all([
		readText(child.stdout),
		readText(child.stderr),
		once(child, 'exit') as Promise<[number | null]>,
	]);
	await model.close();

	const rows = out.split('\n').filter((row) => /'(right|wrong)'/.test(row));
	expect({ rows: rows.length, errors }).toMatchObject({ rows: REQUESTS.length });
	expect(rows.filter((row) => row.includes("'wrong'"))).toEqual([
		expect.stringMatching(/Delete invoice 00085.*'none'.*'Record_payment'.*'wrong'/),
	]);
	expect(out).toContain('11 of 12 requests led to the right calls.');
	expect(exitCode).toBe(1);
	expect(new Set(model.questions.map((question) => question.model))).toEqual(new Set(['one']));
	expect([...model.keys]).toEqual([`Bearer ${KEY}`]);
	expect(out + errors).not.toContain(KEY);
}, 400_000);
