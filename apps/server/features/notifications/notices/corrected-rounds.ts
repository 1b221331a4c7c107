import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Pool } from "pg";
import type { CorrectedRound } from "../../../i18n/notification-texts.ts";
import { findCupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import { listMatchUpOutcomes } from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listResultsBeforeCorrection } from "./correction-notice-queries.ts";
import { findResult } from "./queries.ts";

/** Loads the rounds in which a notice's corrections changed the team's results; empty if they were undone meanwhile. */
export async function loadCorrectedRounds(
	pool: Pool,
	{ seasonId, rules }: Pick<SeasonSnapshot, "seasonId" | "rules">,
	noticeId: string,
	teamId: number,
): Promise<readonly CorrectedRound[]> {
	const corrected: CorrectedRound[] = [];
	for (const { roundId, points, outcomes } of await listResultsBeforeCorrection(pool, noticeId)) {
		const result = await findResult(pool, { seasonId, roundId }, teamId);
		if (!result) continue;
		const matchUps = (await listMatchUpOutcomes(pool, { seasonId, teamId, roundId })).filter(
			({ leagueId, outcome }) => (outcomes[leagueId] ?? outcome) !== outcome,
		);
		const cup = await findCupOutcome(pool, { seasonId, roundId }, teamId);
		const hasCupChanged = cup !== null && outcomes.cup !== undefined && (outcomes.cup === "out") !== (cup === "out");
		if (points === result.points && matchUps.length === 0 && !hasCupChanged) continue;
		corrected.push({
			...result,
			roundId,
			isGrandFinal: getRoundName(roundId, rules) === "grand-final",
			pointsBefore: points,
			matchUps,
			cup: hasCupChanged ? cup : null,
		});
	}
	return corrected;
}
