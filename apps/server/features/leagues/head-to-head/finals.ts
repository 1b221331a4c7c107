import {
	type PlacedFinal,
	pairConsolationGames,
	pairGrandFinal,
	pairSemiFinals,
} from "@first-bounce/rules/head-to-head/finals";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import { countsOnLadder, type MatchUpResult } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listMembers } from "../league-queries.ts";
import type { LeagueRow } from "../league-row.ts";
import { getPublishedView } from "../league-scores.ts";
import { getLeagueFinals } from "../league-view.ts";
import { computeH2hLadder, type H2hLadder } from "./h2h-ladder.ts";
import { type FinalsMatchUp, insertFinals, listLeagueMatchUps, listLeaguesWithoutFinals } from "./match-up-queries.ts";

const BATCH_SIZE = 500;

/** Pairs a league's semi-finals, or its grand final, and the consolation games beside them. */
function pairFinals(
	league: Pick<LeagueRow, "id" | "consolation_games">,
	{ rows, results }: H2hLadder,
	{ semiFinalId, isSemiFinal }: { readonly semiFinalId: RoundId | null; readonly isSemiFinal: boolean },
): readonly FinalsMatchUp[] {
	// In a season that has become longer, earlier semi-finals may have been played.
	const before = results.filter((result) => result.roundId === semiFinalId && !countsOnLadder(result));
	const finals = isSemiFinal ? pairSemiFinals(rows) : listGrandFinal(rows, before);
	const leagueId = league.id;
	const matchUps = finals.map(({ place, matchUp: [home, away] }) => {
		return { leagueId, place, isConsolation: false, home, away };
	});
	if (!league.consolation_games) return matchUps;
	const consolationGames = pairConsolationGames({
		ladder: rows,
		finals: finals.map(({ matchUp }) => matchUp),
		isSemiFinal,
		before,
	});
	// Semi-finals may be fewer, but keep their places.
	const firstPlace = isSemiFinal ? FINALS_SERIES_TEAMS / 2 : 1;
	return [
		...matchUps,
		...consolationGames.map(([home, away], index) => {
			return { leagueId, place: firstPlace + index, isConsolation: true, home, away };
		}),
	];
}

/** The grand final in a list; empty with fewer than two teams. */
function listGrandFinal(ladder: H2hLadder["rows"], before: readonly MatchUpResult[]): readonly PlacedFinal[] {
	const semiFinals = before.filter(({ isFinal }) => isFinal);
	const matchUp = pairGrandFinal(ladder, semiFinals);
	return matchUp ? [{ place: 0, matchUp }] : [];
}

/** Creates the finals of a round, once the round before is published. A league that has its finals keeps them. */
async function createFinalsOfRound(
	db: Db,
	season: SeasonSnapshot,
	{ roundId, isSemiFinal }: { readonly roundId: RoundId; readonly isSemiFinal: boolean },
	leagueId: number | null,
): Promise<void> {
	const roundBefore = findRound(season.rounds, roundId - 1);
	const round = findRound(season.rounds, roundId);
	if (roundBefore?.status !== "complete" || !round || round.status === "complete") return;
	// A finalist who leaves during the round is not replaced. If all leagues are paired, the round may have started,
	// because the server may have been down until then.
	if (leagueId !== null && round.status !== "scheduled") return;
	const context = { season, view: getPublishedView(), roundId: roundBefore.id };
	for (let afterId = 0; ; ) {
		const query = { seasonId: season.seasonId, roundId, isSemiFinal, leagueId, afterId, limit: BATCH_SIZE };
		const leagues = await listLeaguesWithoutFinals(db, query);
		const ids = leagues.map(({ id }) => id);
		const members = Map.groupBy(await listMembers(db, ids), ({ league_id }) => league_id);
		const matchUps = Map.groupBy(await listLeagueMatchUps(db, ids, roundBefore.id), ({ league_id }) => league_id);
		const finals = leagues.flatMap((league) => {
			const { semiFinalId, grandFinalId } = getLeagueFinals(league, season);
			if ((isSemiFinal ? semiFinalId : grandFinalId) !== roundId) return [];
			const ladder = computeH2hLadder(league, members.get(league.id) ?? [], matchUps.get(league.id) ?? [], context);
			return pairFinals(league, ladder, { semiFinalId, isSemiFinal });
		});
		await insertFinals(db, query, finals);
		afterId = ids.at(-1) ?? 0;
		if (ids.length < BATCH_SIZE) return;
	}
}

/**
 * Creates the grand final of every league with finals, and the semi-finals of leagues with a finals series, each once the
 * round before is published (docs/game-rules.md#grand-final, docs/game-rules.md#finals-series). With `leagueId`, pairs only
 * that league, whose finals were deleted because a finalist left, if the round has not started.
 */
export async function createFinals(db: Db, season: SeasonSnapshot, leagueId: number | null = null): Promise<void> {
	const { lastRound } = season.rules;
	await createFinalsOfRound(db, season, { roundId: lastRound - 1, isSemiFinal: true }, leagueId);
	await createFinalsOfRound(db, season, { roundId: lastRound, isSemiFinal: false }, leagueId);
}
