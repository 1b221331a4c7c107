import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import { getPlannedTrades, listPlannableRounds } from "./plan.ts";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

/** The round being planned, with the number of trades planned for each round. */
export const PlanHeader = ({ board, tradeEditor }: { readonly board: Board; readonly tradeEditor: TradeEditor }) => {
	const { t } = useTranslation();
	const label = useRoundLabel();
	const { season } = board;
	const choices = listPlannableRounds(season).map((id) => {
		const count = getPlannedTrades(tradeEditor.plan, id).length;
		const name = label(id, season.rules);
		return { value: String(id), label: count > 0 ? t("plan.roundWith", { round: name, count }) : name };
	});
	return (
		<div className={styles.plan}>
			<SelectChip
				label={t("plan.round")}
				value={String(tradeEditor.roundId)}
				choices={choices}
				onChange={(value) => tradeEditor.setRoundId(Number(value))}
			/>
			<small>{t("plan.kept")}</small>
		</div>
	);
};
