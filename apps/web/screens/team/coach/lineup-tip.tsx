import { assignCaptain } from "@first-bounce/rules/captaincy/change-roles";
import type { PlayerId } from "@first-bounce/rules/ids";
import { isNobody, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { Round } from "@first-bounce/rules/round/round";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { getExpectedPoints } from "../../../players/team-score.ts";
import type { Board } from "../board/state/board.ts";
import { computeProjectedScore } from "../model/round-score.ts";
import styles from "./coach.module.css";
import { useGainText } from "./suggestion-gain.ts";

/** A change of the line-up that is projected to score more this round. */
export interface LineupTip {
	readonly kind: "swap" | "captain";
	readonly playerInId: PlayerId;
	/** The player who loses her place on field, or the captaincy. */
	readonly playerOutId: PlayerId;
	readonly lineup: Lineup;
	readonly gain: number;
}

interface TipContext {
	readonly season: Season;
	readonly round: Round | null;
	readonly isLocked: LockCheck;
}

/** The swap or captain that adds most to the projected score; null if none adds a point. */
export function findLineupTip(lineup: Lineup, { season, round, isLocked }: TipContext): LineupTip | null {
	const currentScore = computeProjectedScore(lineup, round, season);
	const tips = [...listSwaps(lineup, { season, round, isLocked }), ...listCaptains(lineup, isLocked)];
	return tips
		.map((tip) => ({ ...tip, gain: computeProjectedScore(tip.lineup, round, season) - currentScore }))
		.reduce<LineupTip | null>((best, tip) => (tip.gain > (best?.gain ?? 0) ? tip : best), null);
}

function listSwaps(lineup: Lineup, { season, round, isLocked }: TipContext): Omit<LineupTip, "gain">[] {
	const { rules, lookup, playerById } = season;
	const getPoints = (id: PlayerId) => {
		const entry = playerById.get(id);
		return entry ? getExpectedPoints(entry, round, season) : 0;
	};
	const field = listFieldIds(lineup);
	const benchIds = listPlayerIds(lineup).filter((id) => !field.includes(id));
	return field.flatMap((playerOutId) =>
		benchIds.flatMap((playerInId): Omit<LineupTip, "gain">[] => {
			// Her own points count, not those of an emergency who covers her.
			if (getPoints(playerInId) <= getPoints(playerOutId)) return [];
			const swapped = applySwaps(lineup, [[playerOutId, playerInId]], { rules, getPlayer: lookup }, isLocked);
			return swapped.ok ? [{ kind: "swap", playerInId, playerOutId, lineup: swapped.value }] : [];
		}),
	);
}

function listCaptains(lineup: Lineup, isLocked: LockCheck): Omit<LineupTip, "gain">[] {
	const { captainId } = lineup;
	if (isNobody(captainId) || isLocked(captainId)) return [];
	return listFieldIds(lineup)
		.filter((id) => id !== captainId && !isLocked(id))
		.map((id) => ({
			kind: "captain" as const,
			playerInId: id,
			playerOutId: captainId,
			lineup: assignCaptain(lineup, "captain", id),
		}));
}

/** The best change of the line-up, made with one press. */
export const LineupTipRow = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const formatGain = useGainText();
	const { season, editor, live, mode, lineup, round } = board;
	const isIncomplete = editor.emptySlots.length > 0 && mode === "edit";
	const { isLocked } = editor;
	const tip = useMemo(
		() => (isIncomplete ? null : findLineupTip(lineup, { season, round, isLocked })),
		[isIncomplete, lineup, season, round, isLocked],
	);
	if (isIncomplete) return null;
	if (!tip) return <p className={styles.hint}>{t("coach.lineupBest")}</p>;
	const texts = {
		in: season.getPlayerName(tip.playerInId),
		out: season.getPlayerName(tip.playerOutId),
		gain: formatGain(tip.gain),
	};
	const apply = () => {
		if (mode === "edit") editor.replaceWith(tip.lineup);
		else if (tip.kind === "swap") live.swap(tip.playerOutId, tip.playerInId);
		else live.setRole("captain", tip.playerInId);
	};
	return (
		<p className={styles.tip}>
			<span>{t(tip.kind === "swap" ? "coach.swapTip" : "coach.captainTip", texts)}</span>
			<Button icon={tip.kind === "swap" ? "swap" : "captain"} onPress={apply}>
				{t(tip.kind === "swap" ? "coach.swap" : "coach.makeCaptain")}
			</Button>
		</p>
	);
};
