import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import type { Board } from "../board/state/board.ts";
import { listCompletePairs } from "./local-trades.ts";
import { SlotMoves, TradeRow } from "./trade-row.tsx";
import { TradeSummary } from "./trade-summary.tsx";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
	readonly onClose: () => void;
	readonly onDone: () => void;
}

/** Shows everything the trades will do before they are submitted. */
export const ConfirmTrades = ({ board, tradeEditor, onClose, onDone }: Props) => {
	const { t } = useTranslation();
	const pairs = listCompletePairs(tradeEditor.trades);
	const submit = async () => {
		const isDone = await tradeEditor.mutations.submit(pairs, tradeEditor.preview.changes);
		onClose();
		if (!isDone) return;
		tradeEditor.setTrades([]);
		onDone();
	};
	return (
		<Dialog title={t("trade.confirmTitle", { count: pairs.length })} isOpen onClose={onClose}>
			<div className={styles.confirm}>
				<ul className={styles.lines}>
					{pairs.map((pair) => (
						<li key={pair.playerInId}>
							<TradeRow board={board} trade={pair} />
						</li>
					))}
				</ul>
				<SlotMoves board={board} />
				<TradeSummary board={board} tradeEditor={tradeEditor} />
				<div className={styles.actions}>
					<Button variant="main" isPending={tradeEditor.mutations.isPending} onPress={() => void submit()}>
						{t("trade.confirm", { count: pairs.length })}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</div>
			</div>
		</Dialog>
	);
};
