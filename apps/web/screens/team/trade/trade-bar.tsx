import { useState } from "react";
import { useTranslation } from "react-i18next";
import { registerBottomBar } from "../../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import styles from "./trades.module.css";
import { TradesPanel, useTradeTitle } from "./trades-panel.tsx";
import type { TradeEditor } from "./use-trade-editor.ts";

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
	readonly rollbackAvailable: boolean;
}

/** On a phone, the bar that opens the trades panel as a sheet. */
export const TradeBar = ({ board, tradeEditor, rollbackAvailable }: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const { preview, trades, savedTrades, kind, tradeContext } = tradeEditor;
	const getState = () => {
		if (tradeContext.needsIncoming) return t("trade.pickIn");
		if (trades.length > 0 && !tradeContext.needsOutgoing) return t("trade.count", { count: trades.length });
		if (kind === "trade" && trades.length === 0 && savedTrades.length > 0)
			return t("trade.savedCount", { count: savedTrades.length });
		return t("trade.pickOut");
	};
	const title = useTradeTitle(board, tradeEditor);
	return (
		<>
			<div ref={registerBottomBar} className={styles.bar}>
				<Button variant="quiet" icon="close" isIcon onPress={() => tradeEditor.setKind(null)}>
					{t("trade.leave")}
				</Button>
				<span>
					<b>{getState()}</b>
					<span data-tone={preview.bank < 0 ? "bad" : undefined}>
						{t("trade.barMoney", { amount: formatMoney(preview.bank) })}
					</span>
				</span>
				<Button variant="main" onPress={() => setOpen(true)}>
					{t(kind === "plan" ? "plan.short" : "trade.short")}
				</Button>
			</div>
			<Dialog variant="sheet" title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
				<div className={styles.sheet}>
					<TradesPanel
						board={board}
						tradeEditor={tradeEditor}
						rollbackAvailable={rollbackAvailable}
						isTitled
						onDone={() => setOpen(false)}
					/>
				</div>
			</Dialog>
		</>
	);
};
