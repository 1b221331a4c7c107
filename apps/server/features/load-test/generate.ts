import { randomBytes } from "node:crypto";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import type { Database } from "../../db/open.ts";
import { allowLongTransaction, runClientTransaction } from "../../db/transactions/client-transaction.ts";
import { pickLegalTeam } from "../demo/bots/bot-teams.ts";
import { createRandomStrategy } from "../demo/bots/pick-team.ts";
import { processRoundPayloads, replayRound } from "../demo/replay-round.ts";
import { saveDemoSeason } from "../demo/save-season.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { buildSeasonData } from "../seasons/generator/build-season-data.ts";
import { CLUBS } from "../seasons/generator/clubs.ts";
import { generateSeason } from "../seasons/generator/generate-season.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { createSimulatorFeed } from "../stats-providers/simulator/simulator-feed.ts";
import type { LoadAccount } from "./accounts-file.ts";
import {
	buildLeagueCode,
	GENERATED_DOMAIN,
	type GeneratedLineup,
	insertLeagues,
	insertSessions,
	insertTeams,
} from "./insert-teams.ts";
import { analyzeTables, countStoredData } from "./queries.ts";

/** Enough different line-ups that ownership and scores vary. More would only take longer to draw. */
const DISTINCT_LINEUPS = 500;
const SEED = 29;
const FIRST_DAY = Date.parse("2026-08-28T00:00:00Z");

export interface LoadSize {
	readonly teams: number;
	readonly leagues: number;
	/** How many of the users are signed in. */
	readonly accounts: number;
}

/** Explains why a database is not empty; null if it is. */
export async function findExistingData({ db }: Pick<Database, "db">): Promise<string | null> {
	const { seasons, users, otherUsers } = await countStoredData(db, GENERATED_DOMAIN);
	if (otherUsers > 0) return `${otherUsers} of its ${users} users were not generated`;
	if (users > 0) return `it holds ${users} generated users already`;
	return seasons > 0 ? "it holds a season already" : null;
}

/** Draws legal line-ups under the salary cap. */
function drawLineups(season: SeasonSnapshot, now: number, count: number): readonly GeneratedLineup[] {
	const random = createRandom(`load ${SEED}`);
	const squadIds = CLUBS.map(({ id }) => id);
	return Array.from({ length: count }, (_, index) => {
		const lineupRandom = random.fork(index);
		const strategy = createRandomStrategy(lineupRandom.pick(squadIds), lineupRandom.fork("taste"));
		const { lineup, bank } = pickLegalTeam({ strategy, random: lineupRandom }, season, now);
		const { captainId, viceCaptainId, emergency } = lineup;
		return { slots: listSlotIds(lineup, season.rules), captainId, viceCaptainId, emergency, bank };
	});
}

function getFirstLock(round: SeasonSnapshot["rounds"][number]): number {
	const firstLock = getFirstLockTime(round);
	if (firstLock === null) throw new Error(`Round ${round.id} of the generated season has no match`);
	return firstLock;
}

async function loadSavedSeason({ db }: Pick<Database, "db">): Promise<SeasonSnapshot> {
	const season = await loadShownSeason(db);
	if (!season) throw new Error("The saved season is not the current one");
	return season;
}

/** Builds an account, with a league to join that is unlikely to be one of its own. */
const buildAccount = (token: string, teamId: number, leagues: number): LoadAccount => ({
	token,
	teamId,
	leagueCode: leagues === 0 ? null : buildLeagueCode(1 + ((teamId + Math.floor(leagues / 2)) % leagues)),
});

/**
 * Fills an empty database with a generated season whose first round is published, and with users, teams and leagues.
 * The clock is an hour before the first lock of round 2. Returns the signed-in accounts.
 */
export async function generateLoad(
	database: Pick<Database, "db" | "pool">,
	{ teams, leagues, accounts }: LoadSize,
	onProgress: (step: string) => void,
): Promise<readonly LoadAccount[]> {
	const { db, pool } = database;
	const origin = { seed: SEED, id: 1, name: "Load test", firstDay: FIRST_DAY };
	const generated = generateSeason(origin);
	onProgress("the season");
	await saveDemoSeason(db, buildSeasonData(generated, 0), { ...origin, after: null });
	const feed = createSimulatorFeed(generated);
	const initialSeason = await loadSavedSeason(database);
	const [first, second] = initialSeason.rounds;
	if (!first || !second) throw new Error("The generated season has fewer than two rounds");
	const pickedAt = getFirstLock(first) - HOUR_MS;
	const seasonAt = getFirstLock(second) - HOUR_MS;
	await processRoundPayloads(database, initialSeason, feed, first.id, pickedAt);
	const season = await loadSavedSeason(database);
	const lineups = drawLineups(season, pickedAt, Math.min(teams, DISTINCT_LINEUPS));
	const tokens = Array.from({ length: Math.min(accounts, teams) }, () => randomBytes(32).toString("base64url"));

	onProgress("users, teams, leagues and sessions");
	await runClientTransaction(pool, async (trx, client) => {
		await allowLongTransaction(trx);
		await insertTeams(client, { seasonId: season.seasonId, teams, roundId: first.id, lineups, completedAt: pickedAt });
		await insertLeagues(client, { seasonId: season.seasonId, teams, leagues, size: season.rules.leagues.openLimit });
		await insertSessions(client, tokens);
	});
	await analyzeTables(pool);
	onProgress("round 1, its points and prices");
	await replayRound(database, initialSeason, feed, first.id);
	await processRoundPayloads(database, await loadSavedSeason(database), feed, second.id, seasonAt);
	await setClock(db, { seasonAt, speed: 1 }, Date.now());
	return tokens.map((token, index) => buildAccount(token, index + 1, leagues));
}
