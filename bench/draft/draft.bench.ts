import { setTimeout } from "node:timers/promises";
import { GRACE_MS } from "@first-bounce/rules/draft/pick-clock";
import pLimit from "p-limit";
import type { Database } from "../../apps/server/db/open.ts";
import { generateLoad } from "../../apps/server/features/load-test/generate.ts";
import { type Comparison, compareWithLimit, computePercentile, summarise } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { readServerUsage } from "../rush/server-usage.ts";
import { createFigures, type Figures, openRoom } from "./members.ts";
import { type SeededDraft, seedDrafts, TEAMS } from "./seed-drafts.ts";

interface DraftLoad {
	readonly drafts: number;
	readonly seconds: number;
	readonly pickSeconds: number;
}
const FULL: DraftLoad = {
	drafts: Number(process.env.DRAFTS ?? 500),
	seconds: Number(process.env.DRAFT_SECONDS ?? 120),
	pickSeconds: 30,
};
const TINY: DraftLoad = { drafts: 2, seconds: 12, pickSeconds: 30 };

const MAX_ANSWER_MS = 250;
const MAX_DELIVERY_MS = 1_000;
const MAX_AUTOPICK_DELAY_MS = 2_000;
/** In every tenth draft one manager never comes, so that her clock runs out. */
const DRAFTS_PER_ABSENTEE = 10;
/** How many rooms are opened, and how many drafts are started, at the same time. */
const limit = pLimit(8);
const PROGRESS_SECONDS = 15;

/** Throws if a pick that was answered is not stored as it was sent, or if a pick was refused. */
async function checkPicks({ pool }: Database, { acknowledged, refusals }: Figures): Promise<void> {
	const { rows } = await pool.query<{ key: string }>(
		"SELECT league_id || ':' || overall || ':' || player_id AS key FROM draft_picks WHERE made_by = 'manager'",
	);
	const stored = new Set(rows.map(({ key }) => key));
	const sent = acknowledged.map(({ leagueId, overallPick, playerId }) => `${leagueId}:${overallPick}:${playerId}`);
	const lost = sent.filter((key) => !stored.has(key)).length;
	const double = stored.size - new Set(sent).size;
	if (lost > 0 || double !== 0 || refusals.length > 0)
		throw new Error(`${lost} lost, ${double} double; ${refusals.length} refused, such as ${refusals[0]}`);
}

function checkAutopicks(autopicks: readonly number[]): void {
	const early = autopicks.filter((delay) => delay < GRACE_MS);
	if (early.length > 0) throw new Error(`${early.length} autopicks came before the end of the grace`);
}

const getProcessorSeconds = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
};

interface Target {
	readonly database: Database;
	readonly address: string;
	readonly seeded: { readonly drafts: readonly SeededDraft[]; readonly script: readonly number[] };
	readonly log: BenchContext["log"];
}

async function measure({ database, address, seeded, log }: Target, load: DraftLoad): Promise<readonly Comparison[]> {
	const figures = createFigures();
	const options = { address, script: seeded.script, figures };
	log("Opening the rooms");
	const rooms = await limit.map(seeded.drafts, (draft, index) =>
		openRoom(draft, { ...options, hasAbsentee: index % DRAFTS_PER_ABSENTEE === 0 }),
	);
	log("Starting the drafts");
	await limit.map(rooms, (room) => room.start());
	log(`Measuring for ${load.seconds} s`);
	const before = await readServerUsage(address, database.pool);
	const generatorBefore = getProcessorSeconds();
	const [picksBefore, boardsBefore] = [figures.answers.length, figures.boards];
	for (let second = 0; second < load.seconds; second += PROGRESS_SECONDS) {
		await setTimeout(Math.min(PROGRESS_SECONDS, load.seconds - second) * 1_000);
		log(`${figures.answers.length - picksBefore} picks`);
	}
	const after = await readServerUsage(address, database.pool);
	const generatorSeconds = getProcessorSeconds() - generatorBefore;
	const [picks, boards] = [figures.answers.length - picksBefore, figures.boards - boardsBefore];
	await Promise.all(rooms.map((room) => room.stop()));
	await checkPicks(database, figures);
	checkAutopicks(figures.autopicks);
	const answers = figures.answers.slice(picksBefore);
	const nodeSeconds = after.nodeSeconds - before.nodeSeconds;
	const postgresSeconds = after.postgresSeconds - before.postgresSeconds;
	log(
		`${load.drafts} drafts: ${(picks / load.seconds).toFixed(1)} picks and ${(boards / load.seconds).toFixed(0)} boards a ` +
			`second; none lost or double; ${figures.autopicks.length} autopicks; processor time of Node ` +
			`${nodeSeconds.toFixed(1)} s, PostgreSQL ${postgresSeconds.toFixed(1)} s, the members themselves ` +
			`${generatorSeconds.toFixed(1)} s of ${load.seconds} s (the server's a pick: ` +
			`${(((nodeSeconds + postgresSeconds) * 1_000) / Math.max(1, picks)).toFixed(1)} ms); longest block ${after.longestBlockMs.toFixed(0)} ms`,
	);
	log(
		`answer median ${summarise(answers).median.toFixed(0)} ms; to another member median ` +
			`${summarise(figures.deliveries).median.toFixed(0)} ms, longest ${summarise(figures.deliveries).max.toFixed(0)} ms`,
	);
	const delays = figures.autopicks.map((delay) => delay - GRACE_MS);
	return [
		compareWithLimit("p99 of the answer to a pick", [computePercentile(answers, 99)], MAX_ANSWER_MS, "ms"),
		compareWithLimit(
			"p99 from sending a pick until another member has it",
			[computePercentile(figures.deliveries, 99)],
			MAX_DELIVERY_MS,
			"ms",
		),
		compareWithLimit(
			"latest autopick after the end of the grace",
			[Math.max(0, ...delays)],
			MAX_AUTOPICK_DELAY_MS,
			"ms",
		),
	];
}

export const bench: Bench = {
	name: "draft",
	title: "Live drafts over HTTP and the live stream, against a server process of its own",
	async run({ isTiny, log, openDatabase, startServer }) {
		const load = isTiny ? TINY : FULL;
		const database = await openDatabase();
		const users = load.drafts * TEAMS;
		const size = { teams: users, leagues: 0, accounts: users };
		const accounts = await generateLoad(database, size, (step) => log(`Generating ${step}`));
		log(`Generating ${load.drafts} draft leagues`);
		const seeded = await seedDrafts(database, accounts, load.pickSeconds);
		const { address } = await startServer(database, { LIVE_PER_ADDRESS: String(users + 1) });
		return measure({ database, address, seeded, log }, load);
	},
};
