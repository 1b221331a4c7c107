import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { createSessionStore } from "../../apps/server/features/accounts/sessions/session-store.ts";
import { createAflApi } from "../../apps/server/features/rehearsal/provider/afl-api-season.ts";
import { type AflAnswer, startAflApiServer } from "../../apps/server/features/rehearsal/provider/afl-api-server.ts";
import { createRandom, type Random } from "../../apps/server/features/seasons/generator/random.ts";
import { seedSoakSeason } from "../../testing/season/generated-season.ts";
import { type ChaosOutcome, checkOutcome } from "./check-outcome.ts";
import { FAULTS, type FaultKind, waitForRecovery } from "./faults.ts";
import { canFillDisk, Installation } from "./installation.ts";
import { type ChaosAccount, SavingManagers } from "./saving-managers.ts";
import { getStart, SeasonTimeline } from "./season-timeline.ts";
import { waitForState } from "./wait-for-state.ts";

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

export interface ChaosResult extends ChaosOutcome {
	readonly faults: readonly FaultKind[];
	readonly acknowledged: number;
	readonly refused: number;
	readonly outages: number;
	/** Responses that a server must never send, whatever has failed. */
	readonly wrongAnswers: readonly string[];
	/** Descriptions of the saves that were accepted after the lock of a player whom they move. */
	readonly lateSaves: readonly string[];
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

/**
 * Plays rounds on two server processes while managers save all the time and everything around the processes fails in
 * turn.
 */
export async function playChaos(options: ChaosOptions): Promise<ChaosResult> {
	const { seed, rounds, teams, log } = options;
	const random = createRandom(`chaos ${seed}`);
	const installation = await Installation.create();
	const { database } = installation;
	const timeline = new SeasonTimeline(options.secondsPerRound, database.db, (time) =>
		waitForState(async () => {
			for (const server of installation.processes) expect((await server.readClocks()).seasonTime).toBeGreaterThan(time);
		}),
	);
	let api: Awaited<ReturnType<typeof startAflApiServer>> | null = null;
	let managers: SavingManagers | null = null;
	try {
		const season = await seedSoakSeason(database.db, { seed, rounds, teams, getStart });
		const getResponse = createAflApi(season);
		const provider = {
			isDown: false,
			countRequests: (isAnswered: boolean) =>
				(api?.requests ?? []).filter(({ status }) => (status === 200 || status === 304) === isAnswered).length,
		};
		api = await startAflApiServer(async (path): Promise<AflAnswer> => {
			if (provider.isDown) return { status: 503 };
			const body = await getResponse(path, timeline.now());
			return body === undefined ? { status: 404 } : { body };
		});
		const waitForRows = (query: string, roundId: number, count: number) =>
			waitForState(async () => expect((await database.pool.query(query, [roundId])).rows).toHaveLength(count));
		await timeline.open(1);
		await installation.startProcesses({
			FEED: "afl-api",
			AFL_API_URL: api.url,
			AFL_API_SEASON: "2026",
			AFL_API_POLL_SECONDS: "0.1",
		});
		// The server reads the provider's ids of matches before the matches begin, as in a real season.
		await waitForRows("SELECT FROM matches WHERE round_id = $1 AND provider_id IS NULL", 1, 0);
		const sessions = createSessionStore(database.pool, Date.now);
		const accounts: ChaosAccount[] = [];
		for (let teamId = 1; teamId <= options.managers; teamId++) {
			const session = await sessions.start(teamId, { userAgent: "chaos", address: "" });
			accounts.push({ teamId, token: session?.token ?? "" });
		}
		const origins = installation.processes.map(({ origin }) => origin);
		managers = await SavingManagers.create(origins, accounts, timeline);
		managers.start(random.fork("managers"));
		const context = { installation, managers, timeline, provider, random: random.fork("faults") };
		const faults = drawFaults(options.faults, random.fork("kinds"));
		for (let roundId = 1; roundId <= rounds; roundId++) {
			await timeline.open(roundId);
			await managers.readRound(roundId);
			await managers.waitForJournal(SAVES_BEFORE_ROUND);
			await timeline.play(roundId);
			const [from, to] = [roundId - 1, roundId].map((round) => Math.ceil((faults.length * round) / rounds));
			const roundFaults = faults.slice(from, to);
			for (const [index, kind] of roundFaults.entries()) {
				await pause(timeline.getMillisecondsUntil((index + 0.2) / roundFaults.length));
				const effect = await FAULTS[kind](context).catch((error) =>
					Promise.reject(new Error(`The fault "${kind}" had no effect or could not be repaired`, { cause: error })),
				);
				await waitForRecovery(context);
				log(`round ${roundId}: ${kind}: ${effect}`);
			}
			await pause(timeline.getMillisecondsUntil(1));
			await waitForRows("SELECT FROM matches WHERE round_id = $1 AND status <> 'complete'", roundId, 0);
			managers.forgetPlayers();
			await timeline.endReview(roundId);
			await waitForRows("SELECT FROM rounds WHERE id = $1 AND status = 'complete'", roundId, 1);
			log(`round ${roundId}: published; ${managers.journal.length} saves acknowledged`);
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
