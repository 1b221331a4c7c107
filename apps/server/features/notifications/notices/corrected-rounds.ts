import { getRoundName } from "@first-bounce/rules/round/round-label";
import { getMedianKey } from "@first-bounce/rules/round-result/records";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import type { CorrectedRound } from "../../../i18n/notification-texts.ts";
import { findCupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import { listMatchUpOutcomes } from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listEliminationOutcomes } from "../../standings/load-eliminations.ts";
import { listResultsBeforeCorrection } from "./correction-notice-queries.ts";
import { findResult } from "./queries.ts";

/** Loads the rounds in which a notice's corrections changed the team's results; empty if they were undone meanwhile. */
export async function loadCorrectedRounds(
	{ pool, db, season }: { readonly pool: Pool; readonly db: Kysely<Tables>; readonly season: SeasonSnapshot },
	noticeId: string,
	teamId: number,
): Promise<readonly CorrectedRound[]> {
	const { seasonId, rules } = season;
	const corrected: CorrectedRound[] = [];
	for (const { roundId, points, outcomes } of await listResultsBeforeCorrection(pool, noticeId)) {
		const result = await findResult(pool, { seasonId, roundId }, teamId);
		if (!result) continue;
		const played = await listMatchUpOutcomes(pool, { seasonId, teamId, roundId });
		const matchUps = played.filter(({ leagueId, outcome }) => (outcomes[leagueId] ?? outcome) !== outcome);
		const medianGames = played.flatMap(({ leagueId, leagueName, median }) => {
			const before = outcomes[getMedianKey(leagueId)] ?? median?.outcome;
			return median && before !== median.outcome
				? [{ leagueName, median: median.points, outcome: median.outcome }]
				: [];
		});
		const eliminations = (await listEliminationOutcomes({ db, season }, teamId, roundId)).filter(
			// A team that was out in an earlier round had no outcome in this one.
			({ leagueId, outcome }) => outcomes[leagueId] !== outcome,
		);
		const cup = await findCupOutcome(pool, { seasonId, roundId }, teamId);
		const hasCupChanged = cup !== null && outcomes.cup !== undefined && (outcomes.cup === "out") !== (cup === "out");
		const changedLeagues = matchUps.length + medianGames.length + eliminations.length;
		if (points === result.points && changedLeagues === 0 && !hasCupChanged) continue;
		corrected.push({
			...result,
			roundId,
			isGrandFinal: getRoundName(roundId, rules) === "grand-final",
			pointsBefore: points,
			matchUps,
			medianGames,
			eliminations,
			cup: hasCupChanged ? cup : null,
		});
	}
	return corrected;
}
