import type { League } from "@first-bounce/contract/leagues/league";
import { buildFixture } from "@first-bounce/rules/fixtures/head-to-head";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../league-row.ts";
import { listLeagueRounds } from "../league-view.ts";

type FixtureLeague = Pick<LeagueRow, "id" | "type" | "start_id" | "finals" | "size" | "num_teams">;

/** Draws a league's fixture over its members in the order they joined, in place of any before (decisions §8). */
export async function createFixture(
	transaction: Kysely<Tables>,
	league: FixtureLeague,
	season: SeasonSnapshot,
): Promise<void> {
	const members = await transaction
		.selectFrom("league_members")
		.where("league_id", "=", league.id)
		.orderBy("joined_no")
		.select("team_id")
		.execute();
	const rounds = buildFixture(
		members.map(({ team_id }) => team_id),
		listLeagueRounds(league, season),
		league.finals ?? false,
	);
	const matches = rounds.flatMap(({ roundId, matchUps }) =>
		matchUps.map(([home, away], place) => ({
			league_id: league.id,
			season_id: season.seasonId,
			round_id: roundId,
			place,
			home_team_id: home,
			away_team_id: away,
		})),
	);
	await deleteFixture(transaction, league.id);
	if (matches.length > 0) await transaction.insertInto("league_matches").values(matches).execute();
	await transaction.updateTable("leagues").set({ drawn_at: new Date() }).where("id", "=", league.id).execute();
}

async function deleteFixture(transaction: Kysely<Tables>, leagueId: number): Promise<void> {
	await transaction.deleteFrom("league_matches").where("league_id", "=", leagueId).execute();
	await transaction.updateTable("leagues").set({ drawn_at: null }).where("id", "=", leagueId).execute();
}

/** After a change of members or start before the league begins: its fixture is drawn anew if it is full, else void. */
export async function updateFixture(
	transaction: Kysely<Tables>,
	league: FixtureLeague,
	season: SeasonSnapshot,
): Promise<void> {
	if (league.type !== "h2h") return;
	if (league.num_teams === league.size) await createFixture(transaction, league, season);
	else await deleteFixture(transaction, league.id);
}

/** A league's fixture as the wire has it, its rounds all named; null while none is drawn. */
export async function getFixture(
	db: Kysely<Tables>,
	league: LeagueRow,
	season: SeasonSnapshot,
): Promise<League["fixture"]> {
	if (!league.drawn_at) return null;
	const { rows } = await sql<{ round_id: number; home: number; away: number }>`
		SELECT round_id, home_team_id AS home, away_team_id AS away FROM league_matches
		WHERE league_id = ${league.id} ORDER BY round_id, place`.execute(db);
	const byRound = Map.groupBy(rows, (row) => row.round_id);
	return Object.fromEntries(
		listLeagueRounds(league, season).map((roundId) => {
			const pairs = (byRound.get(roundId) ?? []).map(({ home, away }): [number, number] => [home, away]);
			return [roundId, pairs];
		}),
	);
}
