import { computeAverageScore } from "@first-bounce/rules/head-to-head/average-game";
import { computeGroupMedians } from "@first-bounce/rules/head-to-head/ladder";
import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { getMatchUpOutcome, getScoreOutcome } from "@first-bounce/rules/round-result/records";
import type { Db } from "../../db/tables/tables.ts";
import { listCupOutcomes } from "../rankings/round-result/cup-outcome-queries.ts";
import { getMedianKey } from "../rankings/round-result/service.ts";
import type { EliminationOutcomes } from "../standings/load-eliminations.ts";
import { listRoundMatchUps, type RoundMatchUp } from "./round-outcome-queries.ts";

/**
 * Each team's outcomes in a round, by key. The id of a head-to-head league and the key of its median game have `won`, `lost` or
 * `drawn`, the id of an elimination league one of `EliminationOutcomes`, and `cup` has `through` or `out`.
 */
export type RoundOutcomes = ReadonlyMap<TeamId, Readonly<Record<string, string | null>>>;

type PlayedMatchUp = RoundMatchUp & { readonly homePoints: Points; readonly awayPoints: Points };

/** Lists the outcomes of the teams that play against the average of their leagues. */
export function listAverageOutcomes(
	matchUps: readonly PlayedMatchUp[],
	getByePoints: (matchUp: PlayedMatchUp & { readonly byeTeamId: TeamId }) => Points,
) {
	const byLeague = Map.groupBy(matchUps, ({ leagueId }) => leagueId);
	return matchUps.flatMap((matchUp) => {
		const { leagueId, byeTeamId } = matchUp;
		if (byeTeamId === null) return [];
		const average = computeAverageScore(byLeague.get(leagueId) ?? []) ?? 0;
		return [
			{ leagueId, teamId: byeTeamId, outcome: getScoreOutcome(getByePoints({ ...matchUp, byeTeamId }), average) },
		];
	});
}

/** Lists the outcomes of a published round in head-to-head leagues and in the cup. */
export async function listRoundOutcomes(db: Db, seasonId: number, roundId: RoundId): Promise<RoundOutcomes> {
	const outcomes = new Map<TeamId, Record<string, string>>();
	const add = (teamId: TeamId, key: string, outcome: string) =>
		outcomes.set(teamId, { ...outcomes.get(teamId), [key]: outcome });
	const matchUps = (await listRoundMatchUps(db, seasonId, roundId)).flatMap(({ homePoints, awayPoints, ...matchUp }) =>
		homePoints === null || awayPoints === null ? [] : [{ ...matchUp, homePoints, awayPoints }],
	);
	for (const { leagueId, homeTeamId, awayTeamId, homePoints, awayPoints, ...finalFlags } of matchUps) {
		const home = { ...finalFlags, isHome: true, points: homePoints, opponentPoints: awayPoints };
		const away = { ...finalFlags, isHome: false, points: awayPoints, opponentPoints: homePoints };
		add(homeTeamId, String(leagueId), getMatchUpOutcome(home));
		add(awayTeamId, String(leagueId), getMatchUpOutcome(away));
	}
	const averageOutcomes = listAverageOutcomes(matchUps, ({ byePoints }) => byePoints ?? 0);
	for (const { teamId, leagueId, outcome } of averageOutcomes) add(teamId, String(leagueId), outcome);
	const medianGames = matchUps.filter(({ hasMedian }) => hasMedian);
	const medians = computeGroupMedians(medianGames, ({ leagueId }) => leagueId);
	for (const { leagueId, homeTeamId, awayTeamId, homePoints, awayPoints } of medianGames) {
		const median = medians.get(leagueId) ?? 0;
		add(homeTeamId, getMedianKey(leagueId), getScoreOutcome(homePoints, median));
		add(awayTeamId, getMedianKey(leagueId), getScoreOutcome(awayPoints, median));
	}
	for (const { byeTeamId, byePoints, leagueId } of medianGames)
		if (byeTeamId !== null)
			add(byeTeamId, getMedianKey(leagueId), getScoreOutcome(byePoints ?? 0, medians.get(leagueId) ?? 0));
	for (const { teamId, isThrough } of await listCupOutcomes(db, seasonId, roundId))
		add(teamId, "cup", isThrough ? "through" : "out");
	return outcomes;
}

export function addEliminations(
	outcomes: RoundOutcomes,
	eliminations: ReadonlyMap<TeamId, EliminationOutcomes>,
): RoundOutcomes {
	const all = new Map(outcomes);
	for (const [teamId, byLeague] of eliminations) all.set(teamId, { ...outcomes.get(teamId), ...byLeague });
	return all;
}
