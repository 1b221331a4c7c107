import type { League } from "@first-bounce/contract/leagues/league";
import {
	adjustFixture,
	buildFixture,
	type DrawnMatchUp,
	type LeagueRound,
} from "@first-bounce/rules/head-to-head/fixture";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findFirstUpcomingRoundId } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../league-row.ts";
import { getFinalsChoice, listLeagueRounds } from "../league-view.ts";
import {
	deleteMatchUps,
	findFixturesLastRound,
	insertMatchUps,
	listDrawnLeagues,
	lockDrawnLeague,
	replaceFixture,
	updateFixturesLastRound,
} from "./fixture-queries.ts";
import { type LeagueMatchUp, listLeagueMatchUps, listTeamIds } from "./match-up-queries.ts";

const BATCH_SIZE = 500;

type FixtureLeague = Pick<
	LeagueRow,
	"id" | "class" | "type" | "start_id" | "finals" | "finals_series" | "size" | "num_teams"
>;

/** Draws a league's fixture for its members, in place of any earlier one (docs/game-rules.md#fixture). */
export async function createFixture(trx: Db, league: FixtureLeague, season: SeasonSnapshot, now: SeasonTime) {
	const teamIds = await listTeamIds(trx, league);
	const rounds = buildFixture(teamIds, listLeagueRounds(league, season), getFinalsChoice(league));
	await replaceFixture(trx, league.id, buildMatchUpRows(league, season, rounds), now);
}

const buildMatchUpRows = (
	{ id }: Pick<LeagueRow, "id">,
	{ seasonId }: SeasonSnapshot,
	rounds: readonly LeagueRound[],
) =>
	rounds.flatMap(({ roundId, matchUps }) =>
		matchUps.map(([home, away], place) => ({
			league_id: id,
			season_id: seasonId,
			round_id: roundId,
			place,
			home_team_id: home,
			away_team_id: away,
		})),
	);

function getKind(matchUp: LeagueMatchUp): DrawnMatchUp["kind"] {
	if (matchUp.is_grand_final) return "grand-final";
	if (matchUp.is_semi_final) return "semi-final";
	return matchUp.is_consolation ? "consolation" : "regular";
}

/** Whether fixtures were drawn when the season had a different last round. */
export const hasFixturesToAdjust = async (db: Db, { seasonId, rules }: SeasonSnapshot): Promise<boolean> =>
	(await findFixturesLastRound(db, seasonId)) !== rules.lastRound;

/** Changes drawn fixtures after the season's last round has changed. Rounds that have begun stay. Idempotent. */
export async function adjustFixtures(db: Db, season: SeasonSnapshot, now: SeasonTime): Promise<void> {
	if (!(await hasFixturesToAdjust(db, season))) return;
	const { seasonId, rounds, rules } = season;
	const firstUpcomingRound = findFirstUpcomingRoundId(rounds, now);
	// Without an upcoming round there is nothing left to change.
	for (let afterId = 0; firstUpcomingRound !== null; ) {
		const ids = await listDrawnLeagues(db, { seasonId, afterId, limit: BATCH_SIZE });
		for (const id of ids) await adjustLeagueFixture(db, season, id, firstUpcomingRound);
		afterId = ids.at(-1) ?? 0;
		if (ids.length < BATCH_SIZE) break;
	}
	await updateFixturesLastRound(db, seasonId, rules.lastRound);
}

const adjustLeagueFixture = (db: Db, season: SeasonSnapshot, id: number, firstUpcomingRound: RoundId): Promise<void> =>
	db.transaction().execute(async (trx) => {
		const league = await lockDrawnLeague(trx, id);
		if (!league) return;
		// Also those of rounds that the season no longer has.
		const matchUps = await listLeagueMatchUps(trx, [id]);
		const drawn = matchUps.map((matchUp) => ({ ...matchUp, roundId: matchUp.round_id, kind: getKind(matchUp) }));
		const { removed, added } = adjustFixture(drawn, {
			members: await listTeamIds(trx, league),
			rounds: listLeagueRounds(league, season),
			firstUpcomingRound,
			...getFinalsChoice(league),
		});
		await deleteMatchUps(trx, removed);
		await insertMatchUps(trx, buildMatchUpRows(league, season, added));
	});

/**
 * Draws or deletes the fixture of a league that has not started, after its members or its start round have changed. Before
 * the start, only a full league has a fixture; a draft league gets it at the end of its draft.
 */
export async function updateFixture(trx: Db, league: FixtureLeague, season: SeasonSnapshot, now: SeasonTime) {
	if (league.type !== "h2h" || league.class === "draft") return;
	if (league.num_teams === league.size) await createFixture(trx, league, season, now);
	else await replaceFixture(trx, league.id, null, now);
}

/** Gets a league's fixture as the API returns it, with every round of the league; null until it is drawn. */
export async function getFixture(db: Db, league: LeagueRow, season: SeasonSnapshot): Promise<League["fixture"]> {
	if (!league.drawn_at) return null;
	const matchUps = await listLeagueMatchUps(db, [league.id], season.rules.lastRound);
	const byRound = Map.groupBy(matchUps, (matchUp) => matchUp.round_id);
	return Object.fromEntries(
		listLeagueRounds(league, season).map((roundId) => {
			const pairs = (byRound.get(roundId) ?? []).map(({ home, away }): [number, number] => [home, away]);
			return [roundId, pairs];
		}),
	);
}
