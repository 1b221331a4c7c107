import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { wholePairs } from "./local-trades.ts";
import { MoveLines, TradeLine } from "./trade-lines.tsx";
import { TradeMoney } from "./trade-money.tsx";
import styles from "./trades.module.css";

interface Props {
	readonly board: Board;
	readonly desk: TradeDesk;
	readonly onClose: () => void;
	readonly onDone: () => void;
}

/** Everything that the trades do, before they are made. */
export const ConfirmTrades = ({ board, desk, onClose, onDone }: Props) => {
	const { t } = useTranslation();
	const pairs = wholePairs(desk.trades);
	const submit = async () => {
		const isDone = await desk.calls.submit(pairs);
		onClose();
		if (!isDone) return;
		desk.change([]);
		onDone();
	};
	return (
		<Dialog title={t("trade.confirmTitle", { count: pairs.length })} isOpen onClose={onClose}>
			<div className={styles.confirm}>
				<ul className={styles.lines}>
					{pairs.map((pair) => (
						<li key={pair.playerInId}>
							<TradeLine board={board} trade={pair} />
						</li>
					))}
				</ul>
				<MoveLines board={board} />
				<TradeMoney board={board} desk={desk} />
				<div className={styles.doing}>
					<Button look="main" isPending={desk.calls.isPending} onPress={() => void submit()}>
						{t("trade.confirm", { count: pairs.length })}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</div>
			</div>
		</Dialog>
	);
};
