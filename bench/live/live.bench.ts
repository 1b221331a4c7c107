import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createPlayerIndex } from "@first-bounce/scoring/player-index";
import { buildRowLayout } from "@first-bounce/scoring/row-layout";
import { createScorer } from "@first-bounce/scoring/scorer";
import type { Database } from "../../apps/server/db/open.ts";
import { createSeasonEngine, type EnginePart } from "../../apps/server/features/match-day/engine/season-engine.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { loadLineups, packRows } from "../../apps/server/features/standings/lineup-table.ts";
import { createPlayerRoundLookup } from "../../apps/server/features/standings/player-rounds.ts";
import { formatSseEvent } from "../../apps/server/plugins/live-stream.ts";
import { getPort, startLiveAppServer, throwError } from "../app-server.ts";
import { type Comparison, compareWithLimit, measureMs, summarise } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { measureBareBroadcasts } from "./bare-broadcast.ts";
import { comparePublication } from "./publication.ts";
import { LIVE_ROUND, type LiveRound, seedLiveRound } from "./seed-live-round.ts";
import { createStreamClients, getWallTime } from "./stream-clients.ts";

const WARMUPS = 2;
const STEPS: readonly EnginePart[] = ["load", "score", "files", "publish", "broadcast"];
const MEMORY_PROCESS = fileURLToPath(new URL("process-memory.ts", import.meta.url));

/** Measures only how long the scorer takes to score and rank all teams again in its worker, without queries or broadcasts. */
async function measureScorer(database: Database, { now }: LiveRound, runs: number): Promise<number[]> {
	const engine = await createSeasonEngine({ database, loadFeed: async () => null, onError: throwError });
	const season = engine.seasons.current();
	await engine.close();
	const round = season.rounds.find(({ id }) => id === LIVE_ROUND);
	if (!round || now === 0) throw new Error("No round is playing");
	const { rules, players } = season;
	const playerIndex = createPlayerIndex(players.keys());
	const lineups = await loadLineups(database.pool, {
		seasonId: season.seasonId,
		roundId: LIVE_ROUND,
		layout: buildRowLayout(rules),
		playerIndex,
	});
	const scorer = createScorer({ rules, players: players.values(), playerIndex, teams: lineups.count });
	scorer.setLineups(0, packRows(lineups));
	const samples: number[] = [];
	for (let run = -WARMUPS; run < runs; run++) {
		const milliseconds = await measureMs(async () => {
			await scorer.rescore(LIVE_ROUND, createPlayerRoundLookup(season, round));
		});
		if (run >= 0) samples.push(milliseconds);
	}
	await scorer.close();
	return samples;
}

/** Measures the megabytes of a server process that holds all teams, after it has served a page of the rankings. */
async function measureProcessMemory({ url }: Database): Promise<number> {
	const child = fork(MEMORY_PROCESS, [url], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const [megabytes] = await once(child, "message");
	await once(child, "exit");
	return Number(megabytes);
}

async function compare(database: Database, { isTiny, log }: BenchContext): Promise<Comparison[]> {
	const streamClients = createStreamClients();
	const [teams, clients, runs] = isTiny ? [300, 20, 1] : [1_000_000, 10_000, 11];
	const [size, clientCount] = [teams.toLocaleString("en"), clients.toLocaleString("en")];
	try {
		const liveRound = await seedLiveRound(database, teams);
		await setClock(database.db, { seasonAt: liveRound.now, speed: 0 }, Date.now());
		await liveRound.reportKick();
		const scorerSamples = await measureScorer(database, liveRound, runs);
		const measured = new Map<EnginePart, number[]>();
		const measure = (part: EnginePart, milliseconds: number) => {
			measured.set(part, [...(measured.get(part) ?? []), milliseconds]);
		};
		const memory = await measureProcessMemory(database);
		const engine = await createSeasonEngine({ database, loadFeed: async () => null, onError: throwError, measure });
		const appServer = await startLiveAppServer(database, engine);
		const bareSamples = await measureBareBroadcasts(
			streamClients,
			clients,
			formatSseEvent("version", engine.liveUpdates.getCurrent()),
			runs,
		);
		await streamClients.connect(getPort(appServer.app), "/api/en/live", clients);
		const samples: number[] = [];
		for (let run = -WARMUPS; run < runs; run++) {
			if (run === 0) measured.clear();
			const received = streamClients.waitForEvent();
			// The server learns of the stat from the database, as if another process had stored it.
			await liveRound.reportKick();
			const committed = getWallTime();
			const milliseconds = (await received) - committed;
			if (run >= 0) samples.push(milliseconds);
		}
		const formatMedian = (name: EnginePart) => summarise(measured.get(name) ?? []).median.toFixed(1);
		log(STEPS.map((name) => `${name} ${formatMedian(name)} ms`).join(", "));
		await appServer.close();
		await engine.close();
		return [
			{
				label: `stat → last of ${clientCount} clients, ${size} teams`,
				floorName: "scorer alone + bare broadcast",
				unit: "ms",
				result: summarise(samples),
				floor: summarise(scorerSamples.map((scorerSample, run) => scorerSample + (bareSamples[run] ?? 0))),
				goal: { kind: "at most", ratio: 2 },
			},
			compareWithLimit(`memory of a process, ${size} teams`, [memory], 600, "MB"),
			...(await comparePublication(database, liveRound, isTiny ? 1 : 3)),
		];
	} finally {
		streamClients.close();
	}
}

export const bench: Bench = {
	name: "live",
	title: "From a committed stat to the last browser that receives it, and publishing a round",
	run: async (context) => compare(await context.openDatabase(), context),
};
