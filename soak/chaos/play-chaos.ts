import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Database } from "../../apps/server/db/open.ts";
import { createSessionStore } from "../../apps/server/features/accounts/sessions/session-store.ts";
import { createRandom, type Random } from "../../apps/server/features/seasons/generator/random.ts";
import { seedSoakSeason } from "../../testing/season/generated-season.ts";
import { type SeasonProvider, startSeasonProvider } from "../../testing/stats-providers/season-provider.ts";
import { checkOutcome } from "./check-outcome.ts";
import { type ChaosContext, FAULTS, type FaultKind, waitForRecovery } from "./faults.ts";
import { canFillDisk, Installation, waitForState } from "./installation.ts";
import { SavingManagers } from "./saving-managers.ts";
import { getStart, SeasonTimeline } from "./season-timeline.ts";

export interface ChaosOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly secondsPerRound: number;
	readonly teams: number;
	/** The number of managers who save; the other teams do not change. */
	readonly managers: number;
	readonly faults: number;
	readonly log: (line: string) => void;
}

/** How many saves of teams must be acknowledged before the clock of a round starts. */
const SAVES_BEFORE_ROUND = 20;

/** Draws faults so that every kind occurs before any kind is repeated. */
function drawFaults(count: number, random: Random): FaultKind[] {
	const kinds = (Object.keys(FAULTS) as FaultKind[]).filter((kind) => canFillDisk || kind !== "disk full");
	const faults: FaultKind[] = [];
	while (faults.length < count) faults.push(...random.shuffle(kinds));
	return faults.slice(0, count);
}

const waitForRows = ({ pool }: Database, query: string, roundId: number, count: number) =>
	waitForState(async () => expect((await pool.query(query, [roundId])).rows).toHaveLength(count));

/** Signs in the managers of the first teams. */
async function signIn({ pool }: Database, count: number) {
	const sessions = createSessionStore(pool, Date.now);
	const teamIds = Array.from({ length: count }, (_, index) => index + 1);
	return Promise.all(
		teamIds.map(async (teamId) => {
			const session = await sessions.start(teamId, { userAgent: "chaos", address: "" });
			return { teamId, token: session?.token ?? "", leagueCode: null };
		}),
	);
}

/** Plays a round with its faults, until it is published. */
async function playRound(
	context: ChaosContext,
	{
		roundId,
		faults,
		log,
	}: { readonly roundId: number; readonly faults: readonly FaultKind[] } & Pick<ChaosOptions, "log">,
): Promise<void> {
	const { installation, managers, timeline } = context;
	await timeline.open(roundId);
	await managers.readRound(roundId);
	await managers.waitForJournal(SAVES_BEFORE_ROUND);
	await timeline.play(roundId);
	for (const [index, kind] of faults.entries()) {
		await pause(timeline.getMillisecondsUntil((index + 0.2) / faults.length));
		const effect = await FAULTS[kind](context).catch((error) =>
			Promise.reject(new Error(`The fault "${kind}" had no effect or could not be repaired`, { cause: error })),
		);
		await waitForRecovery(context);
		log(`round ${roundId}: ${kind}: ${effect}`);
	}
	await pause(timeline.getMillisecondsUntil(1));
	const { database } = installation;
	await waitForRows(database, "SELECT FROM matches WHERE round_id = $1 AND status <> 'complete'", roundId, 0);
	managers.forgetPlayers();
	await timeline.endReview(roundId);
	await waitForRows(database, "SELECT FROM rounds WHERE id = $1 AND status = 'complete'", roundId, 1);
	log(`round ${roundId}: published; ${managers.journal.length} saves acknowledged`);
}

/**
 * Plays rounds on two server processes while managers save all the time and everything around the processes fails in
 * turn.
 */
export async function playChaos(options: ChaosOptions) {
	const { seed, rounds, teams, log } = options;
	const random = createRandom(`chaos ${seed}`);
	const installation = await Installation.create();
	const { database } = installation;
	const timeline = new SeasonTimeline(options.secondsPerRound, database.db, (time) =>
		waitForState(async () => {
			for (const server of installation.processes) expect((await server.readClocks()).seasonTime).toBeGreaterThan(time);
		}),
	);
	let api: SeasonProvider["api"] | null = null;
	let managers: SavingManagers | null = null;
	try {
		const season = await seedSoakSeason(database.db, { seed, rounds, teams, getStart });
		const provider = {
			isDown: false,
			countRequests: (isAnswered: boolean) =>
				(api?.requests ?? []).filter(({ status }) => (status === 200 || status === 304) === isAnswered).length,
		};
		const started = await startSeasonProvider(
			season,
			() => timeline.now(),
			(_, body) => (provider.isDown ? { status: 503 } : { body }),
		);
		api = started.api;
		await timeline.open(1);
		await installation.startProcesses(started.env);
		// The server reads the provider's ids of matches before the matches begin, as in a real season.
		await waitForRows(database, "SELECT FROM matches WHERE round_id = $1 AND provider_id IS NULL", 1, 0);
		const origins = installation.processes.map(({ origin }) => origin);
		managers = await SavingManagers.create(origins, await signIn(database, options.managers), timeline);
		managers.start(random.fork("managers"));
		const context = { installation, managers, timeline, provider, random: random.fork("faults") };
		const faults = drawFaults(options.faults, random.fork("kinds"));
		for (let roundId = 1; roundId <= rounds; roundId++) {
			const [from, to] = [roundId - 1, roundId].map((round) => Math.ceil((faults.length * round) / rounds));
			await playRound(context, { roundId, faults: faults.slice(from, to), log });
		}
		await managers.stop();
		const outcome = await checkOutcome(installation, managers, { seasonId: season.id, rounds });
		const { journal, refused, outages, wrongAnswers, lateSaves } = managers;
		return { ...outcome, faults, acknowledged: journal.length, refused, outages, wrongAnswers, lateSaves };
	} catch (error) {
		for (const server of installation.processes)
			log(`${server.origin} logged: ${server.listLoggedMessages().slice(-10).join(" | ")}`);
		throw error;
	} finally {
		await managers?.stop();
		managers?.close();
		await installation.close();
		await api?.close();
	}
}
