import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import type { CorrectedDraftTeam, CorrectedResult, CorrectedRound } from "../../../i18n/notification-texts.ts";
import { findCupOutcome } from "../../rankings/round-result/cup-outcome-queries.ts";
import {
	getMedianKey,
	listDraftResults,
	listMatchUpOutcomes,
	loadRoundOpponents,
} from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { loadEliminationOutcomes } from "../../standings/load-eliminations.ts";
import { listResultsBeforeCorrection, type ResultsBefore } from "./correction-notice-queries.ts";
import { getDraftResultPage } from "./draft-results.ts";
import { findResult } from "./queries.ts";

interface Sources {
	readonly pool: Pool;
	readonly db: Db;
	readonly season: SeasonSnapshot;
}

/** A notice, with the user's classic team if she has one. */
interface NoticeKey {
	readonly noticeId: string;
	readonly userId: UserId;
	readonly teamId: TeamId | null;
}

/** Loads what all teams of a batch need about a round's leagues. */
async function loadRoundLeagues({ pool, db, season }: Sources, roundId: RoundId, teamIds: readonly TeamId[]) {
	const opponents = await loadRoundOpponents(pool, { seasonId: season.seasonId, roundId }, teamIds);
	return { opponents, eliminations: await loadEliminationOutcomes({ db, season }, teamIds, roundId) };
}
type RoundLeagues = Awaited<ReturnType<typeof loadRoundLeagues>>;

/**
 * Returns a function that loads the rounds in which a notice's corrections changed its user's results; empty if they were
 * undone meanwhile. The leagues of a round are loaded once for all these classic teams.
 */
export function createCorrectedRounds(sources: Sources, teamIds: readonly TeamId[]) {
	const leaguesByRound = new Map<RoundId, Promise<RoundLeagues>>();
	const getLeagues = (roundId: RoundId) => {
		const leagues = leaguesByRound.get(roundId) ?? loadRoundLeagues(sources, roundId, teamIds);
		leaguesByRound.set(roundId, leagues);
		return leagues;
	};
	return async ({ noticeId, userId, teamId }: NoticeKey): Promise<readonly CorrectedRound[]> => {
		const { pool, season } = sources;
		const corrected: CorrectedRound[] = [];
		for (const before of await listResultsBeforeCorrection(pool, noticeId)) {
			const { roundId } = before;
			const classic = teamId === null ? null : await loadCorrectedResult(sources, before, teamId, getLeagues);
			const draftTeams = await listCorrectedDraftTeams(sources, before, userId);
			const isGrandFinal = getRoundName(roundId, season.rules) === "grand-final";
			if (classic || draftTeams.length > 0) corrected.push({ roundId, isGrandFinal, classic, draftTeams });
		}
		return corrected;
	};
}

/** Loads what has changed for a classic team in a round; null if nothing has. */
async function loadCorrectedResult(
	{ pool, season: { seasonId } }: Sources,
	{ roundId, points, outcomes }: ResultsBefore,
	teamId: TeamId,
	getLeagues: (roundId: RoundId) => Promise<RoundLeagues>,
): Promise<CorrectedResult | null> {
	const result = await findResult(pool, { seasonId, roundId }, teamId);
	if (!result) return null;
	const leagues = await getLeagues(roundId);
	const played = await listMatchUpOutcomes(pool, { seasonId, teamId, roundId }, leagues.opponents);
	const matchUps = played.filter(({ leagueId, outcome }) => (outcomes[leagueId] ?? outcome) !== outcome);
	const medianGames = played.flatMap(({ leagueId, leagueName, median }) => {
		const before = outcomes[getMedianKey(leagueId)] ?? median?.outcome;
		return median && before !== median.outcome ? [{ leagueName, median: median.points, outcome: median.outcome }] : [];
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
	const pointsBefore = points ?? result.points;
	if (pointsBefore === result.points && changedLeagues === 0 && !hasCupChanged) return null;
	return { ...result, pointsBefore, matchUps, medianGames, eliminations, cup: hasCupChanged ? cup : null };
}

/** Lists the user's draft teams whose points or outcome in a round have changed. */
async function listCorrectedDraftTeams(
	{ pool, season: { seasonId } }: Sources,
	{ roundId, drafts }: ResultsBefore,
	userId: UserId,
): Promise<readonly CorrectedDraftTeam[]> {
	if (Object.keys(drafts).length === 0) return [];
	return (await listDraftResults(pool, { seasonId, roundId, userId })).flatMap((result) => {
		const before = drafts[result.leagueId];
		if (!before) return [];
		const hasNewOutcome = (before.outcomes[result.leagueId] ?? result.outcome) !== result.outcome;
		const medianBefore = before.outcomes[getMedianKey(result.leagueId)] ?? result.median?.outcome;
		const hasNewMedian = medianBefore !== result.median?.outcome;
		const hasChanged = hasNewOutcome || hasNewMedian || before.points !== result.points;
		return hasChanged ? [{ ...result, pointsBefore: before.points, hasNewOutcome, hasNewMedian }] : [];
	});
}

/** The page that shows a corrected round: the result of the classic team, or the match-up of the first draft team. */
export function getCorrectedPage({ roundId, classic, draftTeams: [team] }: CorrectedRound): string {
	return classic || !team ? `/results/${roundId}` : getDraftResultPage(team);
}
