import type { PlayerEntry, PlayersFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, Points, RoundId, SquadId } from "@first-bounce/rules/ids";
import { roundToTenth, sum } from "@first-bounce/rules/numbers";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { computeDollarsPerPoint, roundBreakEven } from "@first-bounce/rules/prices/price-projection";
import { computeRange } from "@first-bounce/rules/projections/estimate";
import { computePlayerRanks } from "@first-bounce/rules/rankings/ranks";
import { findCurrentRound, findScoreRound, listSquadMatches } from "@first-bounce/rules/round/round";
import { computeSeasonFigures } from "@first-bounce/rules/scoring/season-figures";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonSnapshot, SnapshotPlayer } from "../seasons/current/season-snapshot.ts";
import type { GetSelection } from "./selections.ts";

interface Ranks {
	readonly roundId: RoundId | undefined;
	readonly round: ReadonlyMap<PlayerId, number>;
	readonly season: ReadonlyMap<PlayerId, number>;
}

function computeRanks(snapshot: SeasonSnapshot): Ranks {
	const roundId = findScoreRound(snapshot.rounds)?.id;
	const season = new Map<PlayerId, Points>();
	const round = new Map<PlayerId, Points>();
	for (const { id, scores } of snapshot.players.values()) {
		if (scores.size > 0) season.set(id, sum([...scores.values()]));
		const points = roundId === undefined ? undefined : scores.get(roundId);
		if (points !== undefined) round.set(id, points);
	}
	return { roundId, round: computePlayerRanks(round), season: computePlayerRanks(season) };
}

/**
 * Builds a player's scores per match as prices count them, of the complete rounds in which such a score is not simply her points
 * divided by her club's matches.
 */
function buildFormScores(player: SnapshotPlayer, { rounds }: SeasonSnapshot): Pick<PlayerEntry["stats"], "formScores"> {
	const form = new Map(computeFormScores(player.played).map(({ roundId, points }) => [roundId, points]));
	const unusual = rounds.flatMap((round) => {
		const points = player.scores.get(round.id);
		if (points === undefined || round.status !== "complete") return [];
		const { length } = listSquadMatches(getSquadInRound(player, round.id), round);
		const score = form.get(round.id) ?? null;
		return score === points / Math.max(1, length) ? [] : [[String(round.id), score] as const];
	});
	return unusual.length > 0 ? { formScores: Object.fromEntries(unusual) } : {};
}

function buildStats(player: SnapshotPlayer, season: SeasonSnapshot, ranks: Ranks): PlayerEntry["stats"] {
	const { rounds, rules } = season;
	const { scores, prices, cost, estimate, matchEstimate } = player;
	const range = computeRange(matchEstimate, rules);
	const roundScores = [...scores.values()];
	const figures = computeSeasonFigures(player, rounds);
	const costPerPoint = computeDollarsPerPoint(cost, figures.average);
	return {
		prices: Object.fromEntries(prices),
		scores: Object.fromEntries(scores),
		...buildFormScores(player, season),
		seasonPriceChange: computeSeasonPriceChange(player),
		lastRoundPriceChange: computeRoundPriceChange(player),
		avgPoints: roundToTenth(figures.average),
		avgPointsLast3: roundToTenth(figures.averageLast3),
		avgPointsLast5: roundToTenth(figures.averageLast5),
		totalPoints: sum(roundScores),
		highestScore: roundScores.length > 0 ? Math.max(...roundScores) : 0,
		lowestScore: figures.lowest ?? 0,
		gamesPlayed: figures.games,
		roundPoints: (ranks.roundId === undefined ? undefined : scores.get(ranks.roundId)) ?? null,
		roundRank: ranks.round.get(player.id) ?? null,
		seasonRank: ranks.season.get(player.id) ?? null,
		costPerPoint: costPerPoint === null ? null : Math.round(costPerPoint),
		breakEven: roundBreakEven(player.breakEven),
		projectedPoints: roundToTenth(player.projectedPoints),
		estimate: roundToTenth(estimate),
		matchEstimate: roundToTenth(matchEstimate),
		estimateLow: roundToTenth(range.low),
		estimateHigh: roundToTenth(range.high),
		chanceToPlay: player.chanceToPlay,
	};
}

// Prices are in order of their rounds, up to the current one.
const computeSeasonPriceChange = ({ cost, prices }: SnapshotPlayer): number => cost - ([...prices.values()][0] ?? cost);
const computeRoundPriceChange = ({ cost, prices }: SnapshotPlayer): number =>
	cost - ([...prices.values()].at(-2) ?? cost);

/** Builds the positions of earlier rounds; those of later ones are not published. */
function buildFormerPositions({ positionHistory }: SnapshotPlayer, currentRoundId: RoundId) {
	const former = positionHistory.previous.filter(({ untilRound }) => untilRound < currentRoundId);
	if (former.length === 0) return {};
	return { formerPositions: former.map(({ untilRound, positions }) => ({ untilRound, positions: [...positions] })) };
}

/** The inputs of players.json besides the season. */
export interface PlayersFileInputs {
	readonly getSelection: GetSelection;
	/** Squads that are locked now. */
	readonly lockedSquads: ReadonlySet<SquadId>;
}

/** Builds players.json: every player in the pool, with the current price and scores. */
export function buildPlayersFile(snapshot: SeasonSnapshot, inputs: PlayersFileInputs): PlayersFile {
	const ranks = computeRanks(snapshot);
	const squads = new Map(snapshot.squads.map(({ id, name, abbreviation }) => [id, { id, name, abbreviation }]));
	const buildUnknownSquad = (id: SquadId) => ({ id, name: "", abbreviation: "" });
	const currentRoundId = findCurrentRound(snapshot.rounds)?.id ?? 1;
	const pool = [...snapshot.players.values()].filter(({ fromRound }) => fromRound <= currentRoundId);
	return pool.map((player) => ({
		id: player.id,
		firstName: player.firstName,
		lastName: player.lastName,
		squadId: player.squadId,
		squad: squads.get(player.squadId) ?? buildUnknownSquad(player.squadId),
		...(player.formerSquads.length > 0 ? { formerSquads: [...player.formerSquads] } : {}),
		position: [...player.position],
		...buildFormerPositions(player, currentRoundId),
		cost: player.cost,
		status: player.status,
		...(player.statusNote ? { statusNote: player.statusNote } : {}),
		departed: player.departedRound !== null,
		photoVersion: player.photoVersion,
		birthday: player.birthday,
		selections: inputs.getSelection(player.id),
		locked: inputs.lockedSquads.has(player.squadId),
		cost_season_diff: computeSeasonPriceChange(player),
		cost_round_diff: computeRoundPriceChange(player),
		stats: buildStats(player, snapshot, ranks),
	}));
}
