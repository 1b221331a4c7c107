import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { getOutcome } from "@first-bounce/rules/round-result/records";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { listCupOutcomes } from "../rankings/round-result/cup-outcome-queries.ts";
import { listRoundMatchUps } from "./round-outcome-queries.ts";

/** Each team's outcomes in a round: `won`, `lost` or `drawn` for each league id, and `through` or `out` for the key `cup`. */
export type RoundOutcomes = ReadonlyMap<TeamId, Readonly<Record<string, string>>>;

/** Lists the outcomes of a published round in all leagues and in the cup. */
export async function listRoundOutcomes(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<RoundOutcomes> {
	const outcomes = new Map<TeamId, Record<string, string>>();
	const add = (teamId: TeamId, key: string, outcome: string) =>
		outcomes.set(teamId, { ...outcomes.get(teamId), [key]: outcome });
	for (const { leagueId, homeTeamId, awayTeamId, homePoints, awayPoints, ...finalFlags } of await listRoundMatchUps(
		db,
		seasonId,
		roundId,
	)) {
		const home = { ...finalFlags, isHome: true, points: homePoints, opponentPoints: awayPoints };
		const away = { ...finalFlags, isHome: false, points: awayPoints, opponentPoints: homePoints };
		add(homeTeamId, String(leagueId), getOutcome(home));
		add(awayTeamId, String(leagueId), getOutcome(away));
	}
	for (const { teamId, isThrough } of await listCupOutcomes(db, seasonId, roundId))
		add(teamId, "cup", isThrough ? "through" : "out");
	return outcomes;
}
