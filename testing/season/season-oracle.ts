import type { Dollars, PlayerId, Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { computeRoundPrices, type PriceChangeInput } from "@first-bounce/rules/prices/magic-number";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { computePlayerRound, DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { MatchReport } from "../../apps/server/features/stats-providers/feed.ts";
import type { SmallSeason } from "./small-season.ts";

/** A team at the start of a round. */
export interface OracleTeam {
	readonly id: TeamId;
	readonly slots: readonly PlayerId[];
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
	readonly completedAt: number;
}

export interface OracleRow {
	readonly team_id: TeamId;
	readonly points: Points;
	readonly total_points: Points;
	readonly highest_points: Points;
	readonly overall_rank: number;
	readonly round_rank: number;
	readonly team_value: Dollars;
}

/** Recomputes a season from its stat lines with packages/rules alone, round by round, as a reference for the engine. */
export function createOracle(season: SmallSeason) {
	const totals = new Map<TeamId, Points>();
	const highs = new Map<TeamId, Points>();
	const form = new Map<PlayerId, Points[]>();
	const prices = new Map<PlayerId, Dollars>(season.players.map(({ id, cost }) => [id, cost]));
	const positions = new Map(season.players.map(({ id, position }) => [id, position]));
	let magicNumber = season.rules.prices.openingMagicNumber;

	function movePrices(points: ReadonlyMap<PlayerId, Points>): void {
		const moves = [...points].map(([playerId, scored]): PriceChangeInput => {
			const scores = [scored, ...(form.get(playerId) ?? [])];
			form.set(playerId, scores);
			return { playerId, price: prices.get(playerId) ?? 0, scores };
		});
		const published = computeRoundPrices(moves, magicNumber, season.rules);
		magicNumber = published.magicNumber;
		for (const [id, price] of published.prices) prices.set(id, price);
	}

	return {
		/** Plays a round to its end; returns rows by team id. */
		playRound(roundId: RoundId, reports: readonly MatchReport[], teams: readonly OracleTeam[]) {
			const lines = reports.flatMap((report) => report.lines ?? []);
			const rounds = new Map(
				lines.map(({ playerId, stats }) => [playerId, computePlayerRound([stats], true, season.rules)]),
			);
			movePrices(new Map([...rounds].flatMap(([id, { state, points }]) => (state === "played" ? [[id, points]] : []))));
			const scored = teams.map((team) => {
				const lineup = buildLineupFromIds(team.slots, season.rules, team);
				const getPlayerRound = (id: PlayerId) => rounds.get(id) ?? DID_NOT_PLAY;
				const { points } = scoreLineup(lineup, getPlayerRound, (id) => positions.get(id) ?? [], season.rules);
				totals.set(team.id, (totals.get(team.id) ?? 0) + points);
				highs.set(team.id, Math.max(highs.get(team.id) ?? points, points));
				const totalPoints = totals.get(team.id) ?? 0;
				const highestRoundPoints = highs.get(team.id) ?? 0;
				const { id: teamId, completedAt } = team;
				return { teamId, completedAt, totalPoints, highestRoundPoints, roundPoints: points, averagePoints: 0 };
			});
			const listRanksBy = (order: "totalPoints" | "roundPoints") =>
				new Map(rankTeams(scored, order).map(({ rank, standing }) => [standing.teamId, rank]));
			const [overall, round] = [listRanksBy("totalPoints"), listRanksBy("roundPoints")];
			const slotsByTeam = new Map(teams.map(({ id, slots }) => [id, slots]));
			const getWorth = (id: TeamId) =>
				(slotsByTeam.get(id) ?? []).reduce((sum, player) => sum + (prices.get(player) ?? 0), 0);
			const standings = scored
				.toSorted((a, b) => a.teamId - b.teamId)
				.map(
					(row): OracleRow => ({
						team_id: row.teamId,
						points: row.roundPoints,
						total_points: row.totalPoints,
						highest_points: row.highestRoundPoints,
						overall_rank: overall.get(row.teamId) ?? 0,
						round_rank: round.get(row.teamId) ?? 0,
						team_value: getWorth(row.teamId),
					}),
				);
			return { roundId, standings, magicNumber, prices: new Map(prices) };
		},
	};
}
