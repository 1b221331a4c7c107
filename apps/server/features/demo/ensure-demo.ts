import { HOUR_MS } from "@first-bounce/rules/durations";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { StartupError } from "../../startup-error.ts";
import { hashPassword } from "../accounts/sign-in/passwords.ts";
import { advanceLeagues } from "../leagues/head-to-head/round-activity.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { buildSeasonData } from "../seasons/generator/build-season-data.ts";
import { CLUBS } from "../seasons/generator/clubs.ts";
import { generateSeason } from "../seasons/generator/generate-season.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { createSimulatorFeed } from "../stats-providers/simulator/simulator-feed.ts";
import { ensureTeam } from "../team/team-queries.ts";
import { CURRENT_LEAGUES, createDemoLeagues, type DemoLeague, LAST_SEASON_LEAGUES } from "./bots/bot-leagues.ts";
import { type BotTeam, prepareBots } from "./bots/bot-teams.ts";
import { type Bot, buildBot, createBots } from "./bots/bots.ts";
import { buildWaitSetting } from "./clock-settings.ts";
import { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-accounts.ts";
import { buildDemoSource, findCurrentSource, PLAYED_ROUND_COUNT, type SeasonSource } from "./demo-seasons.ts";
import { buildPastSeasonSource, type DemoSeason, readPastSeason } from "./past-season.ts";
import { createDemoManager, deleteDemo, listSeasonsWithClocks } from "./queries.ts";
import { type Connection, processRoundPayloads, replayRound } from "./replay-round.ts";
import { saveDemoSeason } from "./save-season.ts";

/** The season that every installation's demo plays. */
export const DEMO_SEED = 1897;

export interface DemoOptions {
	/** Wall time in milliseconds. The next round is in the week after it. */
	readonly now: number;
	readonly seed: number;
	/** The absolute path of a past season's folder, which is played from round 1 instead of the generated seasons. */
	readonly folder?: string | undefined;
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
	{ data, played }: DemoSeason,
	source: SeasonSource,
	{ bots, managerId, leagues, lastPlayedRound }: DemoSeasonPlan,
): Promise<void> {
	await saveDemoSeason(connection.db, data, source);
	const feed = createSimulatorFeed(played);
	// The feed only needs matches and names, which do not change. The bots need the season as of each round.
	const initialSeason = await getCurrentSeason(connection);
	let teams: readonly BotTeam[] = [];
	for (const round of initialSeason.rounds.slice(0, lastPlayedRound + 1)) {
		await processRoundPayloads(connection, initialSeason, feed, round.id, (getFirstLockTime(round) ?? 0) - HOUR_MS);
		const snapshot = await getCurrentSeason(connection);
		teams = await prepareBots(connection.db, bots, teams, snapshot);
		if (round === initialSeason.rounds[0]) await createDemoLeagues(connection, snapshot, leagues, { bots, managerId });
		if (round.id > lastPlayedRound) continue;
		await advanceLeagues(connection.db, snapshot, getFirstLockTime(round) ?? 0);
		await replayRound(connection, initialSeason, feed, round.id);
		await advanceLeagues(connection.db, await getCurrentSeason(connection), getFirstLockTime(round) ?? 0);
	}
}

/**
 * Creates the demo in a database without a season: two generated seasons, of which one is finished and the fourth round of the
 * other starts in two hours, or a past season from a folder, two hours before its first lock. Rounds are processed and
 * published like those of a real season. Returns false, and does nothing, if there is a season already; a demo whose creation
 * was interrupted is deleted first.
 *
 * @throws StartupError if the folder has problems, or the database already has another season
 */
export async function ensureDemo(connection: Connection, options: DemoOptions): Promise<boolean> {
	if (!(await deleteIncompleteDemo(connection))) {
		if (options.folder !== undefined) await requireSameFolder(connection, options.folder);
		return false;
	}
	await (options.folder === undefined
		? createGeneratedDemo(connection, options)
		: createPastDemo(connection, options, options.folder));
	await startDemoClock(connection, options.now);
	return true;
}

async function requireSameFolder(connection: Connection, folder: string): Promise<void> {
	const source = await findCurrentSource(connection.db);
	if (source && "folder" in source && source.folder === folder) return;
	const { name } = await getCurrentSeason(connection);
	throw new StartupError(
		`--season ${folder} needs an empty database, and this one has ${name}. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database`,
	);
}

/** Creates a demo that plays a past season again, with no round played yet. */
async function createPastDemo(
	connection: Connection,
	{ now, seed, onProgress }: DemoOptions,
	folder: string,
): Promise<void> {
	const source = await buildPastSeasonSource(folder, now);
	const season = await readPastSeason(source);
	onProgress?.(season.data.name);
	const squadIds = season.data.squads.map(({ id }) => id);
	const bots = await createBots(connection.db, now, createRandom(`demo ${seed}`), squadIds);
	const managerId = await createManager(connection, now);
	const leagues = CURRENT_LEAGUES.filter(({ form }) => form.startId < season.data.rules.lastRound);
	await playSeason(connection, season, source, { bots, managerId, leagues, lastPlayedRound: 0 });
	await ensureTeam(connection.db, season.data.id, managerId);
}

const createManager = async ({ db }: Connection, now: number): Promise<UserId> =>
	createDemoManager(db, { email: DEMO_EMAIL, passwordHash: await hashPassword(DEMO_PASSWORD), now });

async function createGeneratedDemo(
	connection: Connection,
	{ now, seed, onProgress = () => undefined }: DemoOptions,
): Promise<void> {
	const { db } = connection;
	const source = buildDemoSource(now, seed);
	const { after: previous, ...current } = source;
	const random = createRandom(`demo ${seed}`);
	const lastSeason = generateSeason(previous ?? current);
	const season = generateSeason({ ...current, previousSeason: lastSeason });

	onProgress(`${lastSeason.name}: ${lastSeason.rules.lastRound} rounds`);
	const squadIds = CLUBS.map(({ id }) => id);
	const bots = await createBots(db, now, random, squadIds);
	const managerId = await createManager(connection, now);
	await playSeason(
		connection,
		{ data: buildSeasonData(lastSeason, 0), played: lastSeason },
		{ ...lastSeason, firstDay: previous?.firstDay ?? 0, after: null },
		{
			// The demo manager played last season, so that some leagues can be recovered.
			bots: [...bots, buildBot(managerId, random.fork("demo manager"), squadIds)],
			managerId,
			leagues: LAST_SEASON_LEAGUES,
			lastPlayedRound: lastSeason.rules.lastRound,
		},
	);
	onProgress(`${season.name}: ${PLAYED_ROUND_COUNT} rounds`);
	await playSeason(connection, { data: buildSeasonData(season, 0), played: season }, source, {
		bots,
		managerId,
		leagues: CURRENT_LEAGUES,
		lastPlayedRound: PLAYED_ROUND_COUNT,
	});
	await ensureTeam(db, season.id, managerId);
}

/** Sets season time, as of wall time `now`, to two hours before the first lock of the current round. */
export async function startDemoClock(connection: Connection, now: number): Promise<void> {
	const { rounds } = await getCurrentSeason(connection);
	const nextRound = findCurrentRound(rounds);
	if (nextRound) await setClock(connection.db, buildWaitSetting(nextRound), now);
}

/**
 * Deletes a demo whose creation was interrupted, and returns whether the database has no season then. The clock is written
 * last, so a demo without one is incomplete.
 */
async function deleteIncompleteDemo({ db }: Connection): Promise<boolean> {
	const seasons = await listSeasonsWithClocks(db);
	if (seasons.some(({ is_demo, clock }) => !is_demo || clock !== null)) return false;
	await db.transaction().execute(deleteDemo);
	return true;
}
