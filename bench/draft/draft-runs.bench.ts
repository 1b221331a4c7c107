import { loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";
import { createClient } from "@first-bounce/contract/client";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import { listComingRuns } from "@first-bounce/rules/draft/waiver-runs";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { Database } from "../../apps/server/db/open.ts";
import { buildSchedule } from "../../apps/server/features/leagues/draft/waivers/waivers.ts";
import { generateLoad } from "../../apps/server/features/load-test/generate.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { type Comparison, compareWithLimit, measureMs } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { readServerUsage } from "../rush/server-usage.ts";
import { START_ID, seedClaims } from "./seed-claims.ts";
import { TEAMS } from "./seed-drafts.ts";

/** A league has ten teams with three claims each, of which a third fail. */
const LEAGUES = Number(process.env.DRAFTS ?? 6_000);
const TINY_LEAGUES = 3;
const LEAGUES_OF_GOAL = 6_000;
/** For as many leagues as the goal says. */
const MAX_RUNS_MS = 60_000;
const MAX_SAVE_MS = 1_000;
const SAVING_MANAGERS = 5;
const POLL_MS = 250;
const COUNT_RUNS = "SELECT count(*) FROM waiver_runs WHERE round_id > $1";

interface Target {
	readonly database: Database;
	readonly address: string;
	readonly tokens: readonly string[];
	readonly log: BenchContext["log"];
}

/** Saves classic teams one after the other until it is stopped; returns how long each save took. */
async function saveTeams({ address, tokens }: Target, signal: AbortSignal): Promise<readonly number[]> {
	const durations: number[] = [];
	const save = async (token: string) => {
		const client = createClient({ origin: address, language: "en", fetch, headers: () => ({ "x-sid": token }) });
		while (!signal.aborted) {
			const { team } = await client(showMyTeam, {});
			const body = { type: "captain" as const, newId: team?.viceCaptainId ?? 0 };
			durations.push(await measureMs(() => client(changeTeamCaptain, { body })));
			await setTimeout(POLL_MS);
		}
	};
	await Promise.all(tokens.slice(0, SAVING_MANAGERS).map(save));
	return durations;
}

/** Lets the runs of all leagues become due, and waits until the last one is held. */
async function measure(target: Target, leagues: number, dueAt: number): Promise<readonly Comparison[]> {
	const { database, address, log } = target;
	const { pool } = database;
	const stop = new AbortController();
	const saving = saveTeams(target, stop.signal);
	await setTimeout(2_000);
	const before = await readServerUsage(address, pool);
	await setClock(database.db, { seasonAt: dueAt, speed: 0 }, Date.now());
	const count = async () => Number((await pool.query(COUNT_RUNS, [START_ID])).rows[0].count);
	while ((await count()) < leagues) await setTimeout(POLL_MS);
	const after = await readServerUsage(address, pool);
	stop.abort();
	const saves = await saving;
	const { rows } = await pool.query(
		`SELECT extract(epoch FROM max(ran_at) - min(ran_at)) * 1000 AS ms,
			(SELECT count(*) FROM waiver_claims WHERE state = 'won') AS won,
			(SELECT count(*) FROM waiver_claims WHERE state = 'failed') AS failed FROM waiver_runs WHERE round_id > $1`,
		[START_ID],
	);
	const [{ ms, won, failed }] = rows;
	const node = after.nodeSeconds - before.nodeSeconds;
	const postgres = after.postgresSeconds - before.postgresSeconds;
	log(
		`${leagues} leagues in ${(Number(ms) / 1_000).toFixed(1)} s, ${(Number(ms) / leagues).toFixed(1)} ms each: ${won} claims won, ` +
			`${failed} failed; processor time of Node ${node.toFixed(1)} s, PostgreSQL ${postgres.toFixed(1)} s (a league: ` +
			`${(((node + postgres) * 1_000) / leagues).toFixed(1)} ms); ${saves.length} classic saves meanwhile; ` +
			`load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
	);
	const claims = 3 * TEAMS * leagues;
	if (Number(won) + Number(failed) !== claims || Number(failed) < claims / 3)
		throw new Error(`${won} claims were won and ${failed} failed`);
	return [
		compareWithLimit("all waiver runs of an evening", [Number(ms)], (MAX_RUNS_MS * leagues) / LEAGUES_OF_GOAL, "ms"),
		compareWithLimit("the longest save of a classic team meanwhile", [Math.max(...saves)], MAX_SAVE_MS, "ms"),
	];
}

export const bench: Bench = {
	name: "draft-runs",
	title: "The waiver runs of an evening, against a server process of its own",
	async run({ isTiny, log, openDatabase, startServer }) {
		const leagues = isTiny ? TINY_LEAGUES : LEAGUES;
		const database = await openDatabase();
		const size = { teams: leagues * TEAMS, leagues: 0, accounts: SAVING_MANAGERS };
		const accounts = await generateLoad(database, size, (step) => log(`Generating ${step}`));
		const season = await loadShownSeason(database.db);
		if (!season) throw new Error("There is no season");
		log(`Generating ${leagues} draft leagues with claims`);
		await seedClaims(database, season, leagues);
		const schedule = buildSchedule(season, {
			startRoundId: START_ID,
			draftedAt: null,
			timeZone: "Australia/Melbourne",
		});
		const [run] = listComingRuns(schedule, []);
		if (!run) throw new Error("No waiver run is to come");
		await setClock(database.db, { seasonAt: run.dueAt - HOUR_MS, speed: 0 }, Date.now());
		const { address } = await startServer(database, { FEED: "manual" });
		const tokens = accounts.map(({ token }) => token);
		return measure({ database, address, tokens, log }, leagues, run.dueAt);
	},
};
