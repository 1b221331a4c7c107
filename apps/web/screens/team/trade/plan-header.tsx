import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../components/select/select-chip.tsx";
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
			<table className={styles.rounds}>
				<caption className="spoken">{t("plan.overview")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("plan.roundColumn")}</th>
						<th scope="col">{t("plan.trades")}</th>
						<th scope="col">{t("plan.bank")}</th>
						<th scope="col">{t("plan.byes")}</th>
					</tr>
				</thead>
				<tbody>
					{tradeEditor.plannedRounds.map(({ roundId, trades, bank, byes }) => (
						<tr key={roundId} aria-current={roundId === tradeEditor.roundId || undefined}>
							<th scope="row">{formatRoundLabel(roundId, season.rules)}</th>
							<td>{trades}</td>
							<td data-tone={bank < 0 ? "bad" : undefined}>{formatMoney(bank)}</td>
							<td title={byes.map((id) => season.lookup(id)?.name).join(", ")}>{byes.length}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
};
