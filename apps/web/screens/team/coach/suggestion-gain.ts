import { applyLineupChanges, findLineupChanges } from "@first-bounce/rules/coach/lineup-changes";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isNeverLocked } from "@first-bounce/rules/lockout/locked-players";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import type { Board } from "../board/state/board.ts";
import { buildLockContext, listLockWarnings } from "../model/call-lock-rules.ts";
import { computeProjectedScore } from "../model/round-score.ts";
import { addTradePair } from "../trade/local-trades.ts";
import type { TradeEditor } from "../trade/use-trade-editor.ts";
import type { Suggestion } from "./use-suggestions.ts";

/** The points that a suggestion adds to the forecast of the round, and the parts that sum to them. */
export interface SuggestionGain {
	readonly points: number;
	/** The gain of each trade, in the suggestion's order, with everyone in her best slot. */
	readonly tradePoints: readonly number[];
	/** The gain of the best line-up before the trades. */
	readonly lineupPoints: number;
	/** The captain afterwards, and how much more the captaincy adds than now. */
	readonly captain: { readonly id: PlayerId; readonly isNew: boolean; readonly points: number };
	/** The points that the suggestion adds over all rounds ahead, each with the best line-up. */
	readonly pointsAhead: number;
	/** Players on field afterwards who are not expected to play, and whom nobody covers. */
	readonly uncoveredIds: readonly PlayerId[];
}

/** The projected score of the best line-up in a round in which nobody is locked. */
function computeBestScore(lineup: Lineup, round: Round, season: Season): number {
	const context = buildLockContext({ season, round, isLocked: isNeverLocked });
	return computeProjectedScore(applyLineupChanges(lineup, findLineupChanges(lineup, context), context), round, season);
}

/** Players on field who are not expected to play in the round and whom nobody covers. */
export const listUncovered = ({ season, context }: Board, lineup: Lineup): readonly PlayerId[] => {
	const round = context.plannedRound ?? season.current;
	if (!round || round.status === "complete") return [];
	return listLockWarnings(lineup, { season, round, isLocked: context.isLocked }).flatMap(({ kind, id }) =>
		kind === "donut" ? [id] : [],
	);
};

/** Computes the gain of a suggestion with the same forecast that the panel shows. */
export function computeSuggestionGain(
	board: Board,
	{ trades, previewBest }: TradeEditor,
	suggestion: Pick<Suggestion, "trades">,
	roundIds: readonly number[],
): SuggestionGain {
	const { season, lineup } = board;
	const round = board.context.plannedRound ?? board.round;
	const computeTotal = (candidate: Lineup) => computeProjectedScore(candidate, round, season);
	// The players' points without the captain's bonus.
	const computePlayerPoints = (candidate: Lineup) =>
		computeProjectedScore(candidate, round, season, { ...season.rules, captainFactor: 1 });
	const steps = suggestion.trades.map((_, index) => suggestion.trades.slice(0, index + 1).reduce(addTradePair, trades));
	const lineups = [trades, ...steps].map((step) => previewBest(step).lineup);
	const after = lineups.at(-1) ?? lineup;
	const points = computeTotal(after) - computeTotal(lineup);
	const [lineupPoints = 0, ...tradePoints] = lineups.map(
		(candidate, index) => computePlayerPoints(candidate) - computePlayerPoints(lineups[index - 1] ?? lineup),
	);
	const later = season.rounds.filter(({ id }) => id !== roundIds[0] && roundIds.includes(id));
	const pointsAhead = later.reduce(
		(sum, laterRound) =>
			sum + computeBestScore(after, laterRound, season) - computeBestScore(lineup, laterRound, season),
		points,
	);
	return {
		points,
		tradePoints,
		lineupPoints,
		captain: {
			id: after.captainId,
			isNew: after.captainId !== lineup.captainId,
			points: computeTotal(after) - computePlayerPoints(after) - (computeTotal(lineup) - computePlayerPoints(lineup)),
		},
		pointsAhead,
		uncoveredIds: listUncovered(board, after),
	};
}

/** Formats how many more points something is projected to bring, in words rather than with a minus sign. */
export function useGainText(): (points: number) => string {
	const { t } = useTranslation();
	return (points) => {
		const count = Math.round(Math.abs(points));
		if (count === 0) return t("coach.same");
		return t(points > 0 ? "coach.more" : "coach.fewer", { count });
	};
}
