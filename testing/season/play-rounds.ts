import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { sql } from "kysely";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { publishRound } from "../../apps/server/features/match-day/rounds/publish-round.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { buildStatRow } from "../../apps/server/features/seasons/current/stat-line.ts";
import type { TestApp } from "../server/test-app.ts";
import { DAY, FIRST_BOUNCE, HOUR, type SmallMatch, type SmallSeason } from "./small-season.ts";

interface StoredSeason {
	readonly database: Pick<TestApp["database"], "db">;
	readonly season: SmallSeason;
}
type PlayableApp = Pick<TestApp, "database" | "season" | "seasons" | "clocks" | "standings">;

async function refreshApp({ seasons, standings }: PlayableApp): Promise<void> {
	await seasons.refresh();
	await standings.refresh();
}

/** Stores the status of matches, as a feed would; their round is then playing. */
export async function saveMatchStatus(
	{ database, season }: StoredSeason,
	matches: readonly SmallMatch[],
	status: "playing" | "complete",
): Promise<void> {
	await database.db.transaction().execute(async (trx) => {
		for (const { id, roundId } of matches) {
			await trx.updateTable("matches").set({ status }).where("id", "=", id).execute();
			await trx
				.updateTable("rounds")
				.set({ status: "playing" })
				.where("id", "=", roundId)
				.where("status", "=", "scheduled")
				.execute();
		}
		await incrementDataVersion(trx, season.id);
	});
}

/** Stores the status of matches, and reads it into the app's memory. */
export async function setMatchStatus(
	app: PlayableApp,
	matches: readonly SmallMatch[],
	status: "playing" | "complete",
): Promise<void> {
	await saveMatchStatus(app, matches, status);
	await refreshApp(app);
}

/** Saves stat lines with the number of kicks of each player in a match. A kick is worth three points. */
export async function saveKicks(
	{ database: { db }, season }: StoredSeason,
	match: SmallMatch,
	kicksByPlayer: Readonly<Record<number, number>>,
): Promise<void> {
	await db
		.insertInto("stat_lines")
		.values(
			Object.entries(kicksByPlayer).map(([id, kicks]) =>
				buildStatRow({
					seasonId: season.id,
					matchId: match.id,
					playerId: Number(id),
					squadId: season.players.find((player) => player.id === Number(id))?.squadId ?? 0,
					stats: { ...EMPTY_STAT_LINE, K: kicks, TOG: 80 },
				}),
			),
		)
		.execute();
}

/** Gives every player of a match some kicks. */
export async function saveKicksOfAll(stored: StoredSeason, match: SmallMatch, drawKicks: () => number): Promise<void> {
	const players = stored.season.players.filter(({ squadId }) =>
		[match.homeSquadId, match.awaySquadId].includes(squadId),
	);
	await saveKicks(stored, match, Object.fromEntries(players.map(({ id }) => [id, drawKicks()])));
}

/** Completes and publishes a round with its stat lines, and sets the clock to four hours after the start of its last match. */
export async function finishRound(app: PlayableApp, roundId: number): Promise<void> {
	const matches = app.season.listMatchesOfRound(roundId);
	app.clocks.setSeason(Math.max(...matches.map(({ startsAt }) => startsAt)) + 4 * HOUR);
	await setMatchStatus(app, matches, "complete");
	const isPublished = await publishRound(app.database, app.season.id, roundId, app.clocks.seasonNow());
	if (!isPublished) throw new Error(`Round ${roundId} could not be published`);
	await refreshApp(app);
}

/** Starts a round, gives every player of its matches some points, publishes it, and runs `advance` at its start and end. */
export async function playRandomRound(
	app: PlayableApp & { readonly clocks: { readonly setSeason: (at: number) => void } },
	roundId: number,
	random: () => number,
	advance: () => Promise<void>,
): Promise<void> {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	await advance();
	for (const match of app.season.listMatchesOfRound(roundId))
		await saveKicksOfAll(app, match, () => Math.floor(random() * 25));
	await finishRound(app, roundId);
	await advance();
}

/** Creates the table of a round's standings, for tests that insert them without publishing the round. */
export const createStandingsTable = (db: Db, { id }: { readonly id: number }, roundId: number) =>
	sql
		.raw(
			`CREATE TABLE IF NOT EXISTS standings_${id}_${roundId} PARTITION OF standings
				FOR VALUES FROM (${id}, ${roundId}) TO (${id}, ${roundId + 1})`,
		)
		.execute(db);
