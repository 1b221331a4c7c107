import { computeRoundMedian } from "@first-bounce/rules/head-to-head/ladder";
import { findMatchUpRecords } from "@first-bounce/rules/head-to-head/league-records";
import type { PlayerId, Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { isVisibleToRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { LeagueElimination } from "../../standings/load-eliminations.ts";
import { computeAverageGames, listResults } from "../head-to-head/h2h-ladder.ts";
import type { LeagueMatchUp } from "../head-to-head/match-up-queries.ts";
import { getPublishedView } from "../league-scores.ts";
import { type BestScore, type CardData, type CardLeague, type CardRow, listLeagueTrades } from "./queries.ts";

/** The most trades that a card lists. It counts the others. */
const MAX_TRADES = 20;

/** What the cards of a round in a league are built from. */
export interface RoundFacts {
	readonly matchUps: readonly LeagueMatchUp[];
	readonly roundId: RoundId;
	/** Left out in leagues and rounds without median games. */
	readonly median: Points | undefined;
	/** Who went out in the round and who is left after it; left out in leagues of other types. */
	readonly elimination: LeagueElimination | undefined;
	/** The teams that went out by the results card when it was posted; left out without one. */
	readonly announced: readonly TeamId[] | undefined;
}

/** Lists every `teamId` in a card, at any depth. */
function listTeamIds(value: unknown): TeamId[] {
	if (Array.isArray(value)) return value.flatMap(listTeamIds);
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, field]) =>
		key === "teamId" && typeof field === "number" ? [field] : listTeamIds(field),
	);
}

export const buildCardData = (card: CardData["card"]): CardData => ({
	card,
	teamIds: [...new Set(listTeamIds(card))].toSorted((one, other) => one - other),
});

/** The place of a match-up in its round; left out if the card lists it at the same place. */
export const buildMatchUpIndex = ({ place }: LeagueMatchUp, placeOnCard: number) =>
	place === placeOnCard ? {} : { index: place };

/** Leaves out what cards lack that were stored before the field existed, so that these compare as unchanged. */
export const buildMatchUp = (matchUp: LeagueMatchUp, placeOnCard: number) => ({
	...buildMatchUpIndex(matchUp, placeOnCard),
	home: { teamId: matchUp.home, points: matchUp.home_points ?? 0 },
	away: { teamId: matchUp.away, points: matchUp.away_points ?? 0 },
	isGrandFinal: matchUp.is_grand_final,
	isSemiFinal: matchUp.is_semi_final,
	...(matchUp.is_consolation ? { isConsolation: true } : {}),
});

/** Gets the median of a league's round; undefined in a league or a round without median games. */
export const findMedian = (
	league: Pick<CardLeague, "median_game">,
	matchUps: readonly LeagueMatchUp[],
	roundId: RoundId,
): Points | undefined => (league.median_game ? computeRoundMedian(listResults(matchUps), roundId) : null) ?? undefined;

/** Builds a round's game against the league's average; undefined in a league or a round without one. */
export function buildAverageGame(matchUps: readonly LeagueMatchUp[], roundId: RoundId) {
	const games = computeAverageGames(matchUps, listResults(matchUps), getPublishedView());
	const game = games.find((other) => other.roundId === roundId);
	return game && { team: { teamId: game.teamId, points: game.points }, average: game.average };
}

export const listPublishedMatchUps = (matchUps: readonly LeagueMatchUp[], roundId: RoundId): LeagueMatchUp[] =>
	matchUps.filter(({ round_id, home_points }) => round_id === roundId && home_points !== null);

export const buildBestScore = (best: BestScore | undefined) =>
	best ? { teamId: best.teamId, points: best.points } : null;

/** Builds who went out in a round; undefined in a league of another type or after it is decided. */
export function buildElimination(elimination: LeagueElimination | undefined) {
	if (!elimination || elimination.out.length === 0) return undefined;
	const { out, alive, winnerTeamId } = elimination;
	return {
		out: out.map(({ teamId, reason, points }) => ({ teamId, reason, points: points ?? 0 })),
		alive: alive.length,
		winner: winnerTeamId === null ? null : { teamId: winnerTeamId },
	};
}

export function buildResultsCard(
	leagueId: number,
	best: BestScore | undefined,
	{ matchUps, roundId, median, elimination, announced }: RoundFacts,
): CardRow {
	const facts = buildElimination(elimination);
	const card = {
		type: "results" as const,
		best: buildBestScore(best),
		matchUps: listPublishedMatchUps(matchUps, roundId).map(buildMatchUp),
		median,
		averageGame: buildAverageGame(matchUps, roundId),
		elimination: facts,
		// Kept through corrections, so that the card about them tells what has changed since the members first read it.
		announced: announced ?? facts?.out.map(({ teamId }) => teamId),
	};
	return { leagueId, data: buildCardData(card), isEmpty: best === undefined && facts === undefined };
}

/** Builds the card about a correction that has changed who went out in a round. */
export function buildCorrectionCard(leagueId: number, { elimination, announced }: RoundFacts): CardRow {
	const outBefore = announced ?? [];
	const out = elimination && announced ? elimination.out.filter(({ teamId }) => !outBefore.includes(teamId)) : [];
	const card = {
		type: "correction" as const,
		back: outBefore.filter((teamId) => elimination?.alive.includes(teamId)).map((teamId) => ({ teamId })),
		out: out.map(({ teamId, points }) => ({ teamId, points: points ?? 0 })),
	};
	return { leagueId, data: buildCardData(card), isEmpty: card.back.length === 0 && card.out.length === 0 };
}

export function buildRecordsCard(
	leagueId: number,
	best: BestScore | undefined,
	{ matchUps, roundId }: RoundFacts,
): CardRow {
	const { biggestWin, streak } = findMatchUpRecords(listResults(matchUps), roundId);
	const isHighest = best !== undefined && best.former !== null;
	const card = {
		type: "records" as const,
		highest: isHighest ? { team: { teamId: best.teamId }, points: best.points, former: best.former } : null,
		biggestWin: biggestWin && {
			team: { teamId: biggestWin.winner },
			against: { teamId: biggestWin.loser },
			margin: biggestWin.margin,
			former: biggestWin.former,
		},
		streak: streak && { team: { teamId: streak.teamId }, wins: streak.wins },
	};
	return { leagueId, data: buildCardData(card), isEmpty: !isHighest && !biggestWin && !streak };
}

/** Lists the players whom rivals may see in a line-up of the round. */
export const listVisiblePlayers = ({ players }: SeasonSnapshot, round: SnapshotRound, now: number): PlayerId[] =>
	[...players.values()].filter((player) => isVisibleToRivals(player, round, now)).map(({ id }) => id);

/** Builds a card for each league with the round's trades in which rivals may see both players. */
export async function buildTradesCards(
	db: Db,
	leagueIds: readonly number[],
	roundId: RoundId,
	visibleIds: readonly PlayerId[],
): Promise<CardRow[]> {
	const rows = await listLeagueTrades(db, leagueIds, roundId, { visibleIds, max: MAX_TRADES });
	const tradesByLeague = Map.groupBy(rows, ({ league_id }) => league_id);
	return leagueIds.map((leagueId) => {
		const trades = (tradesByLeague.get(leagueId) ?? []).map(({ team_id: teamId, player_in_id, player_out_id }) => ({
			team: { teamId },
			playerInId: player_in_id,
			playerOutId: player_out_id,
		}));
		const unlistedCount = Math.max(0, (tradesByLeague.get(leagueId)?.[0]?.total ?? 0) - MAX_TRADES);
		const card = { type: "trades" as const, trades, more: unlistedCount };
		return { leagueId, data: buildCardData(card), isEmpty: trades.length === 0 };
	});
}
