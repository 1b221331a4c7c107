import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import type { Board } from "../board/state/board.ts";
import styles from "./coach.module.css";
import { findLineupTip } from "./lineup-tip.ts";
import { useGainText } from "./use-gain-text.ts";

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
	const names = {
		in: season.lookup(tip.playerInId)?.name ?? "",
		out: season.lookup(tip.playerOutId)?.name ?? "",
		gain: formatGain(tip.gain),
	};
	const apply = () => {
		if (mode === "edit") editor.replaceWith(tip.lineup);
		else if (tip.kind === "swap") live.swap(tip.playerOutId, tip.playerInId);
		else live.setRole("captain", tip.playerInId);
	};
	return (
		<p className={styles.tip}>
			<span>{t(tip.kind === "swap" ? "coach.swapTip" : "coach.captainTip", names)}</span>
			<Button icon={tip.kind === "swap" ? "swap" : "captain"} onPress={apply}>
				{t(tip.kind === "swap" ? "coach.swap" : "coach.makeCaptain")}
			</Button>
		</p>
	);
};
