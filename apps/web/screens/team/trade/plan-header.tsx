import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Table } from "../../../components/table/table.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import { getPlannedTrades, listPlannableRounds } from "./plan.ts";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

/** The round being planned, with the number of trades planned for each round. */
export const PlanHeader = ({ board, tradeEditor }: { readonly board: Board; readonly tradeEditor: TradeEditor }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { season } = board;
	const choices = listPlannableRounds(season).map((id) => {
		const count = getPlannedTrades(tradeEditor.plan, id).length;
		const name = formatRoundLabel(id, season.rules);
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
			<Table
				caption={t("plan.overview")}
				className={styles.rounds}
				rows={tradeEditor.plannedRounds}
				getKey={({ roundId }) => roundId}
				getRowProps={({ roundId }) => ({ "aria-current": roundId === tradeEditor.roundId || undefined })}
				columns={[
					{
						id: "round",
						head: t("plan.roundColumn"),
						cell: ({ roundId }) => formatRoundLabel(roundId, season.rules),
					},
					{ id: "trades", head: t("plan.trades"), cell: ({ trades }) => trades },
					{
						id: "bank",
						head: t("plan.bank"),
						cell: ({ bank }) => formatMoney(bank),
						getCellProps: ({ bank }) => ({ "data-tone": bank < 0 ? "bad" : undefined }),
					},
					{
						id: "byes",
						head: t("plan.byes"),
						cell: ({ byes }) => byes.length,
						getCellProps: ({ byes }) => ({ title: byes.map((id) => season.lookup(id)?.name).join(", ") }),
					},
				]}
			/>
		</div>
	);
};
