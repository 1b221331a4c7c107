import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { plannedRounds, tradesIn } from "./plan.ts";
import styles from "./trades.module.css";

/** Which round is being planned; those with something planned carry its number. */
export const PlanHead = ({ board, desk }: { readonly board: Board; readonly desk: TradeDesk }) => {
	const { t } = useTranslation();
	const label = useRoundLabel();
	const { season } = board;
	const choices = plannedRounds(season).map((id) => {
		const count = tradesIn(desk.plan, id).length;
		const name = label(id, season.rules);
		return { value: String(id), label: count > 0 ? t("plan.roundWith", { round: name, count }) : name };
	});
	return (
		<div className={styles.plan}>
			<SelectChip
				label={t("plan.round")}
				value={String(desk.roundId)}
				choices={choices}
				onChange={(value) => desk.lookAt(Number(value))}
			/>
			<small>{t("plan.kept")}</small>
		</div>
	);
};
