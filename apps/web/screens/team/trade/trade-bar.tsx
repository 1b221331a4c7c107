import { useState } from "react";
import { useTranslation } from "react-i18next";
import { registerBottomBar } from "../../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import styles from "./trades.module.css";
import { TradesPanel } from "./trades-panel.tsx";
import { useDeskTitle } from "./use-desk-title.ts";

interface Props {
	readonly board: Board;
	readonly desk: TradeDesk;
	readonly rollbackAvailable: boolean;
}

/** The trades at the thumb, on a phone: what they leave, and the panel as a sheet. */
export const TradeBar = ({ board, desk, rollbackAvailable }: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const { preview, trades, held, kind } = desk;
	const isSaved = kind === "trade" && trades.length === 0 && held.length > 0;
	const title = useDeskTitle(board, desk);
	return (
		<>
			<div ref={registerBottomBar} className={styles.bar}>
				<span>
					<b>{isSaved ? t("trade.heldCount", { count: held.length }) : t("trade.count", { count: trades.length })}</b>{" "}
					<span data-tone={preview.bank < 0 ? "bad" : undefined}>
						{t("trade.barMoney", { amount: formatMoney(preview.bank) })}
					</span>
				</span>
				<Button look="main" onPress={() => setOpen(true)}>
					{t(kind === "plan" ? "plan.short" : "trade.short")}
				</Button>
			</div>
			<Dialog look="sheet" title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
				<div className={styles.sheet}>
					<TradesPanel
						board={board}
						desk={desk}
						rollbackAvailable={rollbackAvailable}
						isTitled
						onDone={() => setOpen(false)}
					/>
				</div>
			</Dialog>
		</>
	);
};
