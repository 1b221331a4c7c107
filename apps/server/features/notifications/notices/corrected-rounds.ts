import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Pool } from "pg";
import type { CorrectedRound } from "../../../i18n/correction-texts.ts";
import { findCupOutcome } from "../../leagues/cup/outcome-queries.ts";
import { listMatchUpOutcomes } from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listResultsBefore } from "./correction-notice-queries.ts";
import { findResult } from "./queries.ts";

/** Loads the differences between now and before the corrections of a notice; empty if they were undone meanwhile. */
export async function loadCorrectedRounds(
	pool: Pool,
	{ seasonId, rules }: Pick<SeasonSnapshot, "seasonId" | "rules">,
	noticeId: string,
	teamId: number,
): Promise<readonly CorrectedRound[]> {
	const corrected: CorrectedRound[] = [];
	for (const { roundId, points, outcomes } of await listResultsBefore(pool, noticeId)) {
		const result = await findResult(pool, { seasonId, roundId }, teamId);
		if (!result) continue;
		const matchUps = (await listMatchUpOutcomes(pool, { seasonId, teamId, roundId })).filter(
			({ leagueId, outcome }) => (outcomes[leagueId] ?? outcome) !== outcome,
		);
		const cup = await findCupOutcome(pool, { seasonId, roundId }, teamId);
		const hasNewCup = cup !== null && outcomes.cup !== undefined && (outcomes.cup === "out") !== (cup === "out");
		if (points === result.points && matchUps.length === 0 && !hasNewCup) continue;
		corrected.push({
			...result,
			roundId,
			isGrandFinal: getRoundName(roundId, rules) === "grand-final",
			pointsBefore: points,
			matchUps,
			cup: hasNewCup ? cup : null,
		});
	}
	return corrected;
}
