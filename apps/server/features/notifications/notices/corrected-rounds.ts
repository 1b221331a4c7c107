import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import type { CorrectedRound } from "../../../i18n/notification-texts.ts";
import { findCupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import { getMedianKey, listMatchUpOutcomes, loadRoundOpponents } from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { loadEliminationOutcomes } from "../../standings/load-eliminations.ts";
import { listResultsBeforeCorrection } from "./correction-notice-queries.ts";
import { findResult } from "./queries.ts";

interface Sources {
	readonly pool: Pool;
	readonly db: Kysely<Tables>;
	readonly season: SeasonSnapshot;
}

/** Loads what all teams of a batch need about a round's leagues. */
async function loadRoundLeagues({ pool, db, season }: Sources, roundId: RoundId, teamIds: readonly TeamId[]) {
	const opponents = await loadRoundOpponents(pool, { seasonId: season.seasonId, roundId }, teamIds);
	return { opponents, eliminations: await loadEliminationOutcomes({ db, season }, teamIds, roundId) };
}

/**
 * Returns a function that loads the rounds in which a notice's corrections changed its team's results; empty if they were
 * undone meanwhile. The leagues of a round are loaded once for all these teams.
 */
export function createCorrectedRounds(sources: Sources, teamIds: readonly TeamId[]) {
	const leaguesByRound = new Map<RoundId, ReturnType<typeof loadRoundLeagues>>();
	return (noticeId: string, teamId: TeamId): Promise<readonly CorrectedRound[]> =>
		loadCorrectedRounds(sources, { noticeId, teamId }, (roundId) => {
			const leagues = leaguesByRound.get(roundId) ?? loadRoundLeagues(sources, roundId, teamIds);
			leaguesByRound.set(roundId, leagues);
			return leagues;
		});
}

async function loadCorrectedRounds(
	{ pool, season: { seasonId, rules } }: Sources,
	{ noticeId, teamId }: { readonly noticeId: string; readonly teamId: TeamId },
	getLeagues: (roundId: RoundId) => ReturnType<typeof loadRoundLeagues>,
): Promise<readonly CorrectedRound[]> {
	const corrected: CorrectedRound[] = [];
	for (const { roundId, points, outcomes } of await listResultsBeforeCorrection(pool, noticeId)) {
		const result = await findResult(pool, { seasonId, roundId }, teamId);
		if (!result) continue;
		const leagues = await getLeagues(roundId);
		const played = await listMatchUpOutcomes(pool, { seasonId, teamId, roundId }, leagues.opponents);
		const matchUps = played.filter(({ leagueId, outcome }) => (outcomes[leagueId] ?? outcome) !== outcome);
		const medianGames = played.flatMap(({ leagueId, leagueName, median }) => {
			const before = outcomes[getMedianKey(leagueId)] ?? median?.outcome;
			return median && before !== median.outcome
				? [{ leagueName, median: median.points, outcome: median.outcome }]
				: [];
		});
		const eliminations = (leagues.eliminations.get(teamId) ?? []).flatMap((elimination) => {
			const before = outcomes[elimination.leagueId];
			// Notices of releases before eliminations have none.
			if (before === undefined || before === elimination.outcome) return [];
			return [{ ...elimination, wasOut: before === null || before === "out" }];
		});
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
