import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Table } from "../../../components/table/table.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { Board } from "../board/state/board.ts";
import { ConfirmReversal, ConfirmRollback, ConfirmTrades } from "./confirm-trades.tsx";
import { listCompletePairs, removeFromTrades } from "./local-trades.ts";
import { getPlannedTrades, listPlannableRoundIds } from "./plan.ts";
import { SavedTrades } from "./saved-trades.tsx";
import { SlotMoves, TradeRow } from "./trade-row.tsx";
import { TradeSummary } from "./trade-summary.tsx";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

/** The panel's title, which is also the title of its sheet. */
export function useTradeTitle({ season }: Pick<Board, "season">, { kind, roundId }: TradeEditor): string {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	return t(kind === "plan" ? "plan.title" : "trade.title", { round: formatRoundLabel(roundId, season.rules) });
}

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
	readonly rollbackAvailable: boolean;
	/** The surrounding sheet shows the title and the close button. */
	readonly isTitled?: boolean;
	/** Called after the trades were submitted. */
	readonly onDone: () => void;
}
type OpenDialog = "submit" | "reverse" | "rollback" | null;

/** The round being planned, with the number of trades planned for each round. */
const PlanHeader = ({ board, tradeEditor }: { readonly board: Board; readonly tradeEditor: TradeEditor }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { season } = board;
	const choices = listPlannableRoundIds(season).map((id) => {
		const count = getPlannedTrades(tradeEditor.plan, id).length;
		const name = formatRoundLabel(id, season.rules);
		return { value: id, label: count > 0 ? t("plan.roundWith", { round: name, count }) : name };
	});
	return (
		<div className={styles.plan}>
			<SelectChip
				label={t("plan.round")}
				value={tradeEditor.roundId}
				choices={choices}
				onChange={tradeEditor.setRoundId}
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
					{ id: "trades", head: t("plan.trades"), cell: ({ tradeCount }) => tradeCount },
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
						getCellProps: ({ byes }) => ({ title: byes.map(season.getPlayerName).join(", ") }),
					},
				]}
			/>
		</div>
	);
};

const LocalTrades = ({ board, tradeEditor }: Pick<Props, "board" | "tradeEditor">) => {
	const { t } = useTranslation();
	if (tradeEditor.trades.length === 0)
		return <p className={styles.hint}>{t(tradeEditor.kind === "plan" ? "plan.hint" : "trade.hint")}</p>;
	return (
		<ul className={styles.lines} aria-label={t("trade.local")}>
			{tradeEditor.trades.map((trade) => (
				<li key={`${trade.playerOutId}-${trade.playerInId}`}>
					<TradeRow
						board={board}
						trade={trade}
						onReset={(id) => tradeEditor.changeTrades((trades) => removeFromTrades(trades, id))}
					/>
				</li>
			))}
		</ul>
	);
};

const PanelActions = ({
	tradeEditor,
	rollbackAvailable,
	onOpenDialog,
}: Omit<Props, "board" | "isTitled" | "onDone"> & { onOpenDialog: (dialog: OpenDialog) => void }) => {
	const { t } = useTranslation();
	const { mutations, preview } = tradeEditor;
	if (tradeEditor.kind === "plan")
		return tradeEditor.isCurrentRound && listCompletePairs(tradeEditor.trades).length > 0 ? (
			<div className={`${styles.actions} ${styles.foot}`}>
				<Button variant="main" onPress={tradeEditor.applyPlan}>
					{t("plan.take")}
				</Button>
			</div>
		) : null;
	const isReversible = tradeEditor.reversible.length > 0;
	return (
		<>
			{tradeEditor.trades.length > 0 ? (
				<div className={`${styles.actions} ${styles.foot}`}>
					<Button
						variant="main"
						isDisabled={!preview.canSubmit || mutations.isPending}
						onPress={() => onOpenDialog("submit")}
					>
						{t("trade.review")}
					</Button>
					<Button onPress={tradeEditor.clearTrades}>{t("trade.resetAll")}</Button>
				</div>
			) : null}
			{isReversible || rollbackAvailable ? (
				<div className={styles.actions}>
					{isReversible ? (
						<Button isDisabled={mutations.isPending} onPress={() => onOpenDialog("reverse")}>
							{t("trade.reverseAll")}
						</Button>
					) : null}
					{rollbackAvailable ? (
						<Button icon="history" isDisabled={mutations.isPending} onPress={() => onOpenDialog("rollback")}>
							{t("trade.rollBack")}
						</Button>
					) : null}
				</div>
			) : null}
		</>
	);
};

/** The round's local and saved trades with their actions, or the trades planned for a round. */
export const TradesPanel = ({ board, tradeEditor, rollbackAvailable, isTitled = false, onDone }: Props) => {
	const { t } = useTranslation();
	const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
	const focusProps = useFocusRestore<HTMLElement>();
	const close = () => setOpenDialog(null);
	const title = useTradeTitle(board, tradeEditor);
	return (
		<section className={styles.panel} aria-label={title} {...focusProps}>
			{isTitled ? null : (
				<header className={styles.head}>
					<h2>{title}</h2>
					<Button variant="quiet" onPress={() => tradeEditor.setKind(null)}>
						{t("trade.leave")}
					</Button>
				</header>
			)}
			{tradeEditor.kind === "plan" ? <PlanHeader board={board} tradeEditor={tradeEditor} /> : null}
			<LocalTrades board={board} tradeEditor={tradeEditor} />
			<SlotMoves
				season={board.season}
				moves={tradeEditor.preview.moves}
				captainId={tradeEditor.preview.changes?.captainId}
			/>
			{tradeEditor.kind === "trade" && listCompletePairs(tradeEditor.trades).length > 0 ? (
				<CheckboxField
					name="best-lineup"
					isSelected={tradeEditor.changesLineup}
					onChange={tradeEditor.setChangesLineup}
				>
					{t("trade.bestLineup")}
				</CheckboxField>
			) : null}
			<TradeSummary board={board} tradeEditor={tradeEditor} />
			{tradeEditor.kind === "trade" ? <SavedTrades board={board} tradeEditor={tradeEditor} /> : null}
			<PanelActions tradeEditor={tradeEditor} rollbackAvailable={rollbackAvailable} onOpenDialog={setOpenDialog} />
			{openDialog === "submit" ? (
				<ConfirmTrades board={board} tradeEditor={tradeEditor} onClose={close} onDone={onDone} />
			) : null}
			{openDialog === "reverse" ? <ConfirmReversal board={board} tradeEditor={tradeEditor} onClose={close} /> : null}
			{openDialog === "rollback" ? <ConfirmRollback tradeEditor={tradeEditor} onClose={close} /> : null}
		</section>
	);
};
