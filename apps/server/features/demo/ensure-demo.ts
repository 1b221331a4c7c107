import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { hashPassword } from "../accounts/sign-in/passwords.ts";
import { advanceLeagues } from "../leagues/head-to-head/round-activity.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { type GeneratedSeason, generateSeason } from "../seasons/generator/generate-season.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { createSimulatorFeed } from "../stats-providers/simulator/simulator-feed.ts";
import { ensureTeam } from "../team/load-team.ts";
import { CURRENT_LEAGUES, createDemoLeagues, type DemoLeague, LAST_SEASON_LEAGUES } from "./bot-leagues.ts";
import { type BotTeam, prepareBots } from "./bot-teams.ts";
import { type Bot, buildBot, createBots } from "./bots.ts";
import { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-accounts.ts";
import { buildWaitSetting } from "./demo-clock.ts";
import { buildDemoOrigin, type Origin, PLAYED_ROUND_COUNT } from "./demo-seasons.ts";
import { createDemoManager, deleteDemo, listSeasonsWithClocks } from "./queries.ts";
import { type Connection, processRoundPayloads, replayRound } from "./replay-round.ts";
import { saveGeneratedSeason } from "./save-season.ts";

const HOUR_MS = 3_600_000;
/** The season that every installation's demo plays. */
export const DEMO_SEED = 1897;

export interface DemoOptions {
	/** Wall time in milliseconds: round 4 comes on the Friday after it. */
	readonly now: number;
	readonly seed: number;
	/** Called with the name of each step. */
	readonly onProgress?: (step: string) => void;
}

async function getCurrentSeason({ db }: Connection): Promise<SeasonSnapshot> {
	const snapshot = await loadShownSeason(db);
	if (!snapshot) throw new Error("The demo has no current season");
	return snapshot;
}

interface DemoSeasonPlan {
	readonly bots: readonly Bot[];
	readonly managerId: UserId;
	readonly leagues: readonly DemoLeague[];
	/** The last round to complete. */
	readonly lastPlayedRound: RoundId;
}

/** Plays the season's first rounds, then announces line-ups and makes the bots' changes for the next one. */
async function playSeason(
	connection: Connection,
	season: GeneratedSeason,
	origin: Origin,
	{ bots, managerId, leagues, lastPlayedRound }: DemoSeasonPlan,
): Promise<void> {
	await saveGeneratedSeason(connection.db, season, origin);
	const feed = createSimulatorFeed(season);
	// The feed only needs matches and names, which do not change. The bots need the season as of each round.
	const fixture = await getCurrentSeason(connection);
	let teams: readonly BotTeam[] = [];
	for (const round of fixture.rounds.slice(0, lastPlayedRound + 1)) {
		await processRoundPayloads(connection, fixture, feed, round.id, (getFirstLockTime(round) ?? 0) - HOUR_MS);
		const snapshot = await getCurrentSeason(connection);
		teams = await prepareBots(connection.db, bots, teams, snapshot);
		if (round === fixture.rounds[0]) await createDemoLeagues(connection, snapshot, leagues, { bots, managerId });
		if (round.id > lastPlayedRound) continue;
		await advanceLeagues(connection.db, snapshot, getFirstLockTime(round) ?? 0);
		await replayRound(connection, fixture, feed, round.id);
		await advanceLeagues(connection.db, await getCurrentSeason(connection), getFirstLockTime(round) ?? 0);
	}
}

/**
 * Creates the demo in a database without a season: a finished season, and one with three complete rounds whose fourth
 * starts in two hours. Rounds go through the same intake and publication as real ones. Does nothing and returns false if
 * there is a season already, except a demo whose creation was interrupted, which is created again.
 */
export async function ensureDemo(connection: Connection, options: DemoOptions): Promise<boolean> {
	const { db } = connection;
	if (!(await deleteIncompleteDemo(connection))) return false;
	const { now, seed, onProgress = () => undefined } = options;
	const origin = buildDemoOrigin(now, seed);
	const { after, ...current } = origin;
	const random = createRandom(`demo ${seed}`);
	const lastSeason = generateSeason(after ?? current);
	const season = generateSeason({ ...current, previousSeason: lastSeason });

	onProgress(`${lastSeason.name}: 12 rounds`);
	const bots = await createBots(db, now, random);
	const managerId = await createDemoManager(db, {
		email: DEMO_EMAIL,
		passwordHash: await hashPassword(DEMO_PASSWORD),
		now,
	});
	await playSeason(
		connection,
		lastSeason,
		{ ...lastSeason, firstDay: after?.firstDay ?? 0, after: null },
		{
			// The demo manager played last season, so that some leagues can be recovered.
			bots: [...bots, buildBot(managerId, random.fork("demo manager"))],
			managerId,
			leagues: LAST_SEASON_LEAGUES,
			lastPlayedRound: lastSeason.rules.lastRound,
		},
	);
	onProgress(`${season.name}: ${PLAYED_ROUND_COUNT} rounds`);
	await playSeason(connection, season, origin, {
		bots,
		managerId,
		leagues: CURRENT_LEAGUES,
		lastPlayedRound: PLAYED_ROUND_COUNT,
	});
	await ensureTeam(db, season.id, managerId);
	await startDemoClock(connection, now);
	return true;
}

/** Sets season time to two hours before the first lock of the current round, as of this wall time. */
export async function startDemoClock(connection: Connection, now: number): Promise<void> {
	const { rounds } = await getCurrentSeason(connection);
	const next = findCurrentRound(rounds);
	if (next) await setClock(connection.db, buildWaitSetting(next), now);
}

/**
 * Deletes a demo whose creation was interrupted. Returns false if there is another season, so that no demo is created. The
 * clock is written last, so a demo without one is incomplete.
 */
async function deleteIncompleteDemo({ db }: Connection): Promise<boolean> {
	const seasons = await listSeasonsWithClocks(db);
	if (seasons.some(({ is_demo, clock }) => !is_demo || clock !== null)) return false;
	await db.transaction().execute(deleteDemo);
	return true;
}
