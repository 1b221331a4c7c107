import { computeMedian } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { getMatchUpOutcome, getMedianKey, getOutcome } from "@first-bounce/rules/round-result/records";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { listCupOutcomes } from "../rankings/round-result/cup-outcome-queries.ts";
import { listRoundMatchUps } from "./round-outcome-queries.ts";

/**
 * Each team's outcomes in a round: `won`, `lost` or `drawn` for the id of a head-to-head league and for the key of its game
 * against the median, `survived`, `out` or `won` for the id of an elimination league, and `through` or `out` for the key `cup`.
 */
export type RoundOutcomes = ReadonlyMap<TeamId, Readonly<Record<string, string>>>;

/** Lists the outcomes of a published round in head-to-head leagues and in the cup. */
export async function listRoundOutcomes(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<RoundOutcomes> {
	const outcomes = new Map<TeamId, Record<string, string>>();
	const add = (teamId: TeamId, key: string, outcome: string) =>
		outcomes.set(teamId, { ...outcomes.get(teamId), [key]: outcome });
	const matchUps = await listRoundMatchUps(db, seasonId, roundId);
	for (const { leagueId, homeTeamId, awayTeamId, homePoints, awayPoints, ...finalFlags } of matchUps) {
		const home = { ...finalFlags, isHome: true, points: homePoints, opponentPoints: awayPoints };
		const away = { ...finalFlags, isHome: false, points: awayPoints, opponentPoints: homePoints };
		add(homeTeamId, String(leagueId), getOutcome(home));
		add(awayTeamId, String(leagueId), getOutcome(away));
	}
	const medianGames = matchUps.filter(({ hasMedian }) => hasMedian);
	for (const [leagueId, games] of Map.groupBy(medianGames, (matchUp) => matchUp.leagueId)) {
		const median = computeMedian(games) ?? 0;
		for (const { homeTeamId, awayTeamId, homePoints, awayPoints } of games) {
			add(homeTeamId, getMedianKey(leagueId), getMatchUpOutcome(homePoints, median));
			add(awayTeamId, getMedianKey(leagueId), getMatchUpOutcome(awayPoints, median));
		}
	}
	for (const { teamId, isThrough } of await listCupOutcomes(db, seasonId, roundId))
		add(teamId, "cup", isThrough ? "through" : "out");
	return outcomes;
}

/** Adds the outcomes in elimination leagues, by team and league id. */
export function addEliminations(
	outcomes: RoundOutcomes,
	eliminations: ReadonlyMap<TeamId, Readonly<Record<string, string>>>,
): RoundOutcomes {
	const all = new Map(outcomes);
	for (const [teamId, byLeague] of eliminations) all.set(teamId, { ...outcomes.get(teamId), ...byLeague });
	return all;
}
