import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { buildRowLayout } from "@first-bounce/scoring/row-layout";
import { createScorer } from "@first-bounce/scoring/scorer";
import type { Database } from "../../apps/server/db/open.ts";
import { createSeasonEngine, type EngineStep } from "../../apps/server/features/match-day/engine/season-engine.ts";
import { createPlayerRoundLookup } from "../../apps/server/features/match-day/standings/final-standings.ts";
import { loadLineups, packRows } from "../../apps/server/features/match-day/standings/line-up-table.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { formatSseEvent } from "../../apps/server/plugins/live-stream.ts";
import { type Comparison, figures, timed, withinLimit } from "../measure.ts";
import { createLiveProduct, portOf } from "../product.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { bareBroadcasts } from "./bare-broadcast.ts";
import { createCrowd, wallNow } from "./crowd.ts";
import { comparePublication } from "./publication.ts";
import { LIVE_ROUND, plantScene, type Scene } from "./scene.ts";

const WARMUPS = 2;
const STEPS: readonly EngineStep[] = ["load", "score", "files", "publish", "broadcast"];
const PROCESS_MEMORY = fileURLToPath(new URL("process-memory.ts", import.meta.url));

const fail = (error: unknown) => {
	throw error;
};

/** The engine alone: every team re-scored and re-ranked in its worker, nothing read and nobody told. */
async function engineAlone(database: Database, { now }: Scene, runs: number): Promise<number[]> {
	const engine = await createSeasonEngine({ url: database.url, loadFeed: async () => null, onError: fail });
	const season = engine.seasons.current();
	await engine.close();
	const round = season.rounds.find(({ id }) => id === LIVE_ROUND);
	if (!round || now === 0) throw new Error("No round plays");
	const scorer = createScorer({ rules: season.rules, players: season.players.values() });
	const lineups = await loadLineups(database.pool, {
		seasonId: season.seasonId,
		roundId: LIVE_ROUND,
		layout: buildRowLayout(season.rules),
		index: scorer.players,
	});
	scorer.setLineups(0, packRows(lineups));
	const took: number[] = [];
	for (let run = -WARMUPS; run < runs; run++) {
		const milliseconds = await timed(async () => {
			scorer.setScores(createPlayerRoundLookup(season, round));
			await scorer.rescore(LIVE_ROUND);
		});
		if (run >= 0) took.push(milliseconds);
	}
	await scorer.close();
	return took;
}

/** Megabytes that a process of its own takes for everybody's line-up, standing and name, after a page of the rankings. */
async function processMemory({ url }: Database): Promise<number> {
	const child = fork(PROCESS_MEMORY, [url], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const [megabytes] = await once(child, "message");
	await once(child, "exit");
	return Number(megabytes);
}

async function compare(database: Database, { isTiny, note }: BenchContext): Promise<Comparison[]> {
	const crowd = createCrowd();
	const [teams, clients, runs] = isTiny ? [300, 20, 1] : [1_000_000, 10_000, 11];
	const [size, crowdSize] = [teams.toLocaleString("en"), clients.toLocaleString("en")];
	try {
		const scene = await plantScene(database, teams);
		await setClock(database.db, { seasonAt: scene.now, speed: 0 }, Date.now());
		await scene.kick();
		const alone = await engineAlone(database, scene, runs);
		const measured = new Map<EngineStep, number[]>();
		const measure = (step: EngineStep, milliseconds: number) => {
			measured.set(step, [...(measured.get(step) ?? []), milliseconds]);
		};
		const memory = await processMemory(database);
		const engine = await createSeasonEngine({ url: database.url, loadFeed: async () => null, onError: fail, measure });
		const product = await createLiveProduct(database, engine);
		const bare = await bareBroadcasts(crowd, clients, formatSseEvent("version", engine.liveUpdates.getCurrent()), runs);
		await crowd.gather(portOf(product.app), "/api/en/live", clients);
		const told: number[] = [];
		for (let run = -WARMUPS; run < runs; run++) {
			if (run === 0) measured.clear();
			const last = crowd.nextTold();
			// Nothing but the database says that a stat was committed, as with another process's feed.
			await scene.kick();
			const committed = wallNow();
			const milliseconds = (await last) - committed;
			if (run >= 0) told.push(milliseconds);
		}
		const step = (name: EngineStep) => figures(measured.get(name) ?? []).median.toFixed(1);
		note(STEPS.map((name) => `${name} ${step(name)} ms`).join(", "));
		await product.close();
		await engine.close();
		return [
			{
				what: `stat → last of ${crowdSize} clients, ${size} teams`,
				floorName: "engine alone + bare broadcast",
				unit: "ms",
				reached: figures(told),
				floor: figures(alone.map((each, run) => each + (bare[run] ?? 0))),
				goal: { kind: "at most", ratio: 2 },
			},
			withinLimit(`memory of a process, ${size} teams`, [memory], 600, "MB"),
			await comparePublication(database, scene, isTiny ? 1 : 3),
		];
	} finally {
		crowd.leave();
	}
}

export const bench: Bench = {
	name: "live",
	title: "From a stat that is committed to the last browser that knows, and a published round",
	async run(context) {
		const database = await context.openDatabase();
		try {
			return await compare(database, context);
		} finally {
			await database.close();
		}
	},
};
