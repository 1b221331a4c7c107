import type { SeasonReport } from "@first-bounce/contract/stats/season-report";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { mapLines } from "@first-bounce/rules/player";
import { computeRoundBreakdown, type RoundBreakdown } from "@first-bounce/rules/season-report/round-breakdown";
import { computeTradeGain } from "@first-bounce/rules/season-report/trade-gain";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../standings/player-rounds.ts";
import { loadTeam, type TeamServices } from "../../team/load-team.ts";
import { findLineupRow, type TeamRow } from "../../team/team-row.ts";
import { buildLineup } from "../../team/team-state.ts";
import type { Hindsight } from "./hindsight.ts";
import { listRanksByRound } from "./queries.ts";

export interface ReportServices extends TeamServices {
	readonly hindsight: Hindsight;
}

function listFinishedRounds(row: TeamRow, season: SeasonSnapshot): readonly SnapshotRound[] {
	const start = row.start_round_id;
	if (start === null) return [];
	return season.rounds.filter(
		({ id, status }) =>
			status === "complete" && id >= start && row.scoreflow[id] !== undefined && findLineupRow(row, id),
	);
}

function sumBreakdowns(breakdowns: readonly RoundBreakdown[]): RoundBreakdown {
	const sumValues = (getValue: (breakdown: RoundBreakdown) => number) =>
		breakdowns.reduce((total, breakdown) => total + getValue(breakdown), 0);
	return {
		points: sumValues(({ points }) => points),
		byLine: mapLines((line) => sumValues(({ byLine }) => byLine[line])),
		captaincy: sumValues(({ captaincy }) => captaincy),
		fromBench: sumValues(({ fromBench }) => fromBench),
		leftOnBench: sumValues(({ leftOnBench }) => leftOnBench),
	};
}

function listTradeGains(row: TeamRow, season: SeasonSnapshot, finished: readonly SnapshotRound[]) {
	const rounds = finished.map(({ id }) => id);
	const getPoints = (id: number, round: RoundId) => season.players.get(id)?.scores.get(round) ?? 0;
	const isInTeam = (id: number, round: RoundId) => findLineupRow(row, round)?.slots.includes(id) ?? false;
	return row.trades.map((trade) => {
		const { id, roundId, playerInId, playerOutId } = trade;
		return { id, roundId, playerInId, playerOutId, gain: computeTradeGain(trade, rounds, getPoints, isInTeam) };
	});
}

/** Gets a report of where the points of the caller's team came from, and which line-ups would have been best. */
export async function getSeasonReport(services: ReportServices, userId: UserId): Promise<SeasonReport> {
	const { row, season } = await loadTeam(services, { userId });
	const finished = listFinishedRounds(row, season);
	const ranks = await listRanksByRound(services.pool, row.id);
	const { teamsByRound, pending } = await services.hindsight.load(row, season, finished);
	const breakdowns = finished.map((round) => {
		const lineup = findLineupRow(row, round.id);
		if (!lineup) throw new Error(`Team ${row.id} has no line-up in round ${round.id}`);
		return {
			round,
			...computeRoundBreakdown(
				buildLineup(lineup, season),
				createPlayerRoundLookup(season, round),
				createPositionLookup(season, round.id),
				season.rules,
			),
		};
	});
	const trades = listTradeGains(row, season, finished);
	return {
		teamId: row.id,
		teamName: row.team_name ?? "",
		rounds: breakdowns.map(({ round, ...breakdown }) => ({
			roundId: round.id,
			...breakdown,
			roundRank: ranks.get(round.id)?.round_rank ?? null,
			overallRank: ranks.get(round.id)?.overall_rank ?? null,
			bestOfSquad: teamsByRound.get(round.id)?.best_of_squad ?? null,
			bestUnderCap: teamsByRound.get(round.id)?.best_under_cap ?? null,
		})),
		totals: { ...sumBreakdowns(breakdowns), tradeGain: trades.reduce((sum, { gain }) => sum + gain, 0) },
		trades,
		pending,
	};
}
