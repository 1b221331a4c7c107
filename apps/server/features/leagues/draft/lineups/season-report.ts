import type { DraftReport } from "@first-bounce/contract/draft/draft-report";
import {
	computeSources,
	findBestLineup,
	listClaimResults,
	listPickResults,
	listTradeResults,
	type ReportMove,
	type ReportPlayer,
} from "@first-bounce/rules/draft/season-report";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { isNobody } from "@first-bounce/rules/lineup/lineup";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { sum } from "@first-bounce/rules/numbers";
import { computeRoundDecisions } from "@first-bounce/rules/round-result/captain-and-bench";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { SeasonSnapshot, SnapshotRound } from "../../../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../../standings/player-rounds.ts";
import type { DraftRow } from "../queries.ts";
import { getReadableTeam, getTeamName, type ReadServices } from "../seat-view.ts";
import { listReportMoves, listReportPicks, listTeamLineups } from "./lineup-queries.ts";
import { buildDraftLineup, getLeagueRules } from "./lineup-view.ts";

/** The most picks that are listed as the best and as the worst. */
const MAX_PICKS = 3;

type StoredLineup = Parameters<typeof buildDraftLineup>[0];

/** Scores a team's line-up of a published round, with its best line-up in hindsight. */
function buildRound(row: StoredLineup, round: SnapshotRound, season: SeasonSnapshot, draft: DraftRow) {
	const team = buildDraftLineup(row, draft);
	const rules = getLeagueRules(season, draft);
	const getPlayerRound = createPlayerRoundLookup(season, round);
	const getPositions = createPositionLookup(season, round.id);
	const { points, ledger } = scoreLineup(team, getPlayerRound, getPositions, rules);
	const counted = new Map(ledger.map((entry) => [entry.playerId, entry.counted]));
	const squad = listPlayerIds(team)
		.filter((id) => !isNobody(id))
		.map((id): ReportPlayer => {
			const { state, points: own } = getPlayerRound(id);
			const position = getPositions(id);
			return { id, position, points: state === "played" ? own : 0, counted: counted.get(id) ?? 0 };
		});
	const best = findBestLineup(squad, draft.squad, rules);
	const { captain, bench } = computeRoundDecisions({ team, getPlayerRound, getPositions, rules });
	return {
		roundId: round.id,
		points,
		squad,
		bestPoints: best.points,
		bestPlayerIds: [...best.playerIds],
		leftOnBench: bench.leftPoints,
		captainMissed: captain.missed,
	};
}

/** The other team of a trade. */
const findOtherTeam = (moves: readonly ReportMove[], changeId: string, teamId: TeamId): TeamId | null =>
	moves
		.filter((move) => move.changeId === changeId)
		.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])
		.find((id) => id !== null && id !== teamId) ?? null;

/**
 * Gets the report of where a draft team's points came from. It covers published rounds only, whose line-ups all members may see.
 */
export async function getDraftReport(
	services: ReadServices,
	viewerId: UserId | null,
	{ id, teamId }: { readonly id: number; readonly teamId: TeamId },
): Promise<DraftReport> {
	const { db, seasons } = services;
	const { league, draft, seats, seat: own } = await getReadableTeam(services, viewerId, { id, teamId });
	const findName = (ofTeam: TeamId | null) => {
		const seat = seats.find(({ team_id }) => team_id === ofTeam);
		return seat ? getTeamName(seat) : "";
	};
	const season = seasons.current();
	const lineups = (await listTeamLineups(db, teamId)).rows;
	const published = season.rounds.filter((round) => round.id >= league.start_id && round.status === "complete");
	const rounds = published.flatMap((round) => {
		const row = lineups.findLast(({ round_id }) => round_id <= round.id);
		return row ? [buildRound(row, round, season, draft)] : [];
	});
	const moves = await listReportMoves(db, id);
	const getPoints = (playerId: number, roundId: RoundId) => season.players.get(playerId)?.scores.get(roundId) ?? 0;
	const context = { teamId, rounds, moves, getPoints };
	const picks = listPickResults(await listReportPicks(db, id), context);
	const bestFirst = picks.toSorted((a, b) => b.points - b.expected - (a.points - a.expected) || a.overall - b.overall);
	const isAbove = ({ points, expected }: (typeof picks)[number]) => points > expected;
	const isBelow = ({ points, expected }: (typeof picks)[number]) => points < expected;
	const kinds = new Map(moves.map(({ changeId, playerId, kind }) => [`${changeId} ${playerId}`, kind]));
	return {
		leagueId: id,
		leagueName: league.name,
		teamId,
		teamName: getTeamName(own),
		rounds: rounds.map(({ squad: _, ...round }) => round),
		totals: {
			points: sum(rounds.map(({ points }) => points)),
			bestPoints: sum(rounds.map(({ bestPoints }) => bestPoints)),
		},
		sources: computeSources(context),
		bestPicks: bestFirst.filter(isAbove).slice(0, MAX_PICKS),
		worstPicks: bestFirst.filter(isBelow).toReversed().slice(0, MAX_PICKS),
		claims: listClaimResults(context).map(({ changeId, roundId, inIds: [playerId = 0], outIds, pointsIn }) => ({
			changeId,
			roundId,
			kind: kinds.get(`${changeId} ${playerId}`) === "claimed" ? "claimed" : "added",
			playerId,
			dropId: outIds[0] ?? null,
			points: pointsIn,
		})),
		trades: listTradeResults(context).map(({ inIds, outIds, ...trade }) => ({
			...trade,
			otherTeamName: findName(findOtherTeam(moves, trade.changeId, teamId)),
			inIds: [...inIds],
			outIds: [...outIds],
		})),
	};
}
