import type { League } from "@first-bounce/contract/leagues/league";
import { buildFixture } from "@first-bounce/rules/head-to-head/fixture";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../league-row.ts";
import { listLeagueRounds } from "../league-view.ts";
import { listMatches, listMemberTeamIds, replaceFixture } from "./match-up-queries.ts";

type FixtureLeague = Pick<LeagueRow, "id" | "type" | "start_id" | "finals" | "finals_series" | "size" | "num_teams">;

/** Draws a league's fixture for its members, in place of any earlier one (docs/game-rules.md#fixture). */
export async function createFixture(
	trx: Kysely<Tables>,
	league: FixtureLeague,
	season: SeasonSnapshot,
	now: SeasonTime,
): Promise<void> {
	const teamIds = await listMemberTeamIds(trx, league.id);
	const rounds = buildFixture(teamIds, listLeagueRounds(league, season), league.finals ?? false, league.finals_series);
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
	await replaceFixture(trx, league.id, matches, now);
}

/**
 * Draws or deletes the fixture of a league that has not started, after its members or its start round have changed. Before
 * the start, only a full league has a fixture.
 */
export async function updateFixture(
	trx: Kysely<Tables>,
	league: FixtureLeague,
	season: SeasonSnapshot,
	now: SeasonTime,
): Promise<void> {
	if (league.type !== "h2h") return;
	if (league.num_teams === league.size) await createFixture(trx, league, season, now);
	else await replaceFixture(trx, league.id, null, now);
}

/** Gets a league's fixture as the API returns it, with every round of the league; null until it is drawn. */
export async function getFixture(
	db: Kysely<Tables>,
	league: LeagueRow,
	season: SeasonSnapshot,
): Promise<League["fixture"]> {
	if (!league.drawn_at) return null;
	const matches = await listMatches(db, [league.id], season.rules.lastRound);
	const byRound = Map.groupBy(matches, (match) => match.round_id);
	return Object.fromEntries(
		listLeagueRounds(league, season).map((roundId) => {
			const pairs = (byRound.get(roundId) ?? []).map(({ home, away }): [number, number] => [home, away]);
			return [roundId, pairs];
		}),
	);
}
