import { startServer } from "../../e2e/testing/server.ts";
import { type Comparison, figures } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { openBrowser, openTeam, slowPage, typeNames } from "./team-page.ts";

const RUNS = 5;
const KEYSTROKE = 100;
const LARGEST_PAINT = 1_500;
const SHIFT = 0.05;

const p95 = (samples: readonly number[]): number =>
	[...samples].sort((a, b) => a - b)[Math.ceil(samples.length * 0.95) - 1] ?? Number.NaN;

/** A figure beside what people are promised. */
const promised = (what: string, samples: readonly number[], most: number): Comparison => ({
	what,
	reached: figures(samples),
	floorName: "most that is allowed",
	floor: figures([most]),
	unit: "ms",
	goal: { kind: "at most", ratio: 1 },
});

/** The demo manager's team, full, on a server that has answered before. */
async function fill(origin: string): Promise<void> {
	const signIn = await fetch(`${origin}/api/en/demo/sign-in`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: "{}",
	});
	const { success } = (await signIn.json()) as { success: { sessionId: string } };
	const headers = { "content-type": "application/json", "X-SID": success.sessionId };
	const answer = await fetch(`${origin}/api/en/fantasy/team/show-my`, { headers });
	const shown = (await answer.json()) as { success: { team: { lineup: object; bench: object } } };
	const { lineup, bench } = shown.success.team;
	const marks = { captainId: 0, viceCaptainId: 0, utilityId: 0 };
	const body = JSON.stringify({ lineup, bench, ...marks });
	await fetch(`${origin}/api/en/fantasy/team/autopick`, { method: "POST", headers, body });
}

export const bench: Bench = {
	name: "web-team",
	title: "The team screen in Chromium, its processor slowed down four times",
	async run(note) {
		const server = await startServer();
		const browser = await openBrowser();
		try {
			await fill(server.url);
			const paints: number[] = [];
			const shifts: number[] = [];
			const keys: number[] = [];
			for (let run = -1; run < RUNS; run++) {
				const page = await slowPage(browser, server.url);
				const { paint, shift } = await openTeam(page);
				const waits = await typeNames(page);
				note(
					`opened in ${Math.round(paint)} ms, shifted ${shift.toFixed(4)}, keystroke p95 ${Math.round(p95(waits))} ms`,
				);
				await page.context().close();
				if (run < 0) continue;
				paints.push(paint);
				shifts.push(shift);
				keys.push(p95(waits));
			}
			return [
				promised("keystroke to painted list, 540 players, p95 of a run", keys, KEYSTROKE),
				promised("opening /team, largest contentful paint", paints, LARGEST_PAINT),
				promised(
					"opening /team, layout shift × 1,000",
					shifts.map((shift) => shift * 1_000),
					SHIFT * 1_000,
				),
			];
		} finally {
			await browser.close();
			await server.stop();
		}
	},
};
