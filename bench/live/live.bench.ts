import { rowLayout } from "@first-bounce/scoring/row-layout";
import { createScorer } from "@first-bounce/scoring/scorer";
import Fastify from "fastify";
import type { Database } from "../../apps/server/db/open.ts";
import { scratchDatabase } from "../../apps/server/db/scratch.ts";
import { createSeasonEngine, type EngineStep } from "../../apps/server/features/round-life/season-engine.ts";
import { setClock } from "../../apps/server/features/season/set-clock.ts";
import { packedRows, readLineups } from "../../apps/server/features/standings/line-up-table.ts";
import { playerRounds } from "../../apps/server/features/standings/player-rounds.ts";
import { sseEvent } from "../../apps/server/plugins/live-stream.ts";
import { registerLimits } from "../../apps/server/plugins/security.ts";
import { type Comparison, figures, timed } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { bareBroadcasts } from "./bare-broadcast.ts";
import { createCrowd, wallNow } from "./crowd.ts";
import { comparePublication } from "./publication.ts";
import { LIVE_ROUND, plantScene, type Scene } from "./scene.ts";

const RUNS = 11;
const WARMUPS = 2;
const CROWDS = [2_000, 10_000];
const STEPS: readonly EngineStep[] = ["load", "score", "files", "publish", "broadcast"];

const fail = (error: unknown) => {
	throw error;
};

/** The engine alone: every team re-scored and re-ranked in its worker, nothing read and nobody told. */
async function engineAlone(database: Database, { now }: Scene): Promise<number[]> {
	const engine = await createSeasonEngine({ url: database.url, feedOf: async () => null, onError: fail });
	const game = engine.games.current();
	await engine.close();
	const round = game.rounds.find(({ id }) => id === LIVE_ROUND);
	if (!round || now === 0) throw new Error("No round plays");
	const scorer = createScorer({ rules: game.rules, players: game.players.values() });
	const lineups = await readLineups(database.pool, {
		seasonId: game.seasonId,
		roundId: LIVE_ROUND,
		layout: rowLayout(game.rules),
		index: scorer.players,
	});
	scorer.setLineups(0, packedRows(lineups));
	const took: number[] = [];
	for (let run = -WARMUPS; run < RUNS; run++) {
		const milliseconds = await timed(async () => {
			scorer.setScores(playerRounds(game, round));
			await scorer.rescore(LIVE_ROUND);
		});
		if (run >= 0) took.push(milliseconds);
	}
	await scorer.close();
	return took;
}

async function compareAt(teams: number, note: (line: string) => void): Promise<Comparison[]> {
	const database = await scratchDatabase();
	const crowd = createCrowd();
	try {
		const size = teams.toLocaleString("en");
		const scene = await plantScene(database, teams);
		await setClock(database.db, { seasonAt: scene.now, speed: 0 }, Date.now());
		await scene.kick();
		const alone = await engineAlone(database, scene);
		const measured = new Map<EngineStep, number[]>();
		const measure = (step: EngineStep, milliseconds: number) => {
			measured.set(step, [...(measured.get(step) ?? []), milliseconds]);
		};
		const engine = await createSeasonEngine({ url: database.url, feedOf: async () => null, onError: fail, measure });
		const app = Fastify();
		await registerLimits(app);
		engine.register(app);
		const address = await app.listen({ port: 0, host: "127.0.0.1" });
		const comparisons: Comparison[] = [];
		for (const clients of CROWDS) {
			const hello = sseEvent("version", engine.publication.hello());
			const bare = await bareBroadcasts(crowd, clients, hello, RUNS);
			await crowd.gather(Number(new URL(address).port), "/api/en/live", clients);
			const told: number[] = [];
			for (let run = -WARMUPS; run < RUNS; run++) {
				if (run === 0) measured.clear();
				const last = crowd.nextTold();
				// Nothing but the database says that a stat was committed, as with another process's feed.
				await scene.kick();
				const committed = wallNow();
				const milliseconds = (await last) - committed;
				if (run >= 0) told.push(milliseconds);
			}
			const floor = alone.map((each, run) => each + (bare[run] ?? 0));
			const crowdSize = clients.toLocaleString("en");
			const isJudged = teams === 1_000_000 && clients === 10_000;
			comparisons.push({
				what: `stat → last of ${crowdSize}, ${size} teams`,
				floorName: "engine alone + bare broadcast",
				unit: "ms",
				reached: figures(told),
				floor: figures(floor),
				...(isJudged ? { goal: { kind: "at most", ratio: 2 } as const } : {}),
			});
			const step = (name: EngineStep) => figures(measured.get(name) ?? []).median.toFixed(1);
			note(`${size} teams, ${crowdSize} clients: ${STEPS.map((name) => `${name} ${step(name)} ms`).join(", ")}`);
			comparisons.push(
				{
					what: `  score and rank, ${size}`,
					floorName: "engine alone",
					unit: "ms",
					reached: figures(measured.get("score") ?? []),
					floor: figures(alone),
				},
				{
					what: `  broadcast to ${crowdSize}`,
					floorName: "bare broadcast, to the last",
					unit: "ms",
					reached: figures(measured.get("broadcast") ?? []),
					floor: figures(bare),
				},
			);
		}
		await app.close();
		await engine.close();
		comparisons.push(...(await comparePublication(database, scene, size, note)));
		return comparisons;
	} finally {
		crowd.leave();
		await database.close();
	}
}

export const bench: Bench = {
	name: "live",
	title: "From a stat that is committed to the last browser that knows",
	async run(note) {
		const comparisons: Comparison[] = [];
		const sizes = (process.env.BENCH_TEAMS ?? "30000,200000,1000000").split(",").map(Number);
		for (const teams of sizes) comparisons.push(...(await compareAt(teams, note)));
		return comparisons;
	},
};
