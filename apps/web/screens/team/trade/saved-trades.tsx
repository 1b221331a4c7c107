import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ShareSnapshotButton } from "../../../sharing/share-snapshot-button.tsx";
import type { Board } from "../board/state/board.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import { TradeRow } from "./trade-row.tsx";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

/** The round's saved trades, with a button to reverse each while neither player is locked, or to change it while one player is. */
export const SavedTrades = ({ board, tradeEditor }: { readonly board: Board; readonly tradeEditor: TradeEditor }) => {
	const { t } = useTranslation();
	const [reversingId, setReversingId] = useState<number | null>(null);
	const { openChange } = useLockCheck();
	const { savedTrades, reversible, changeable, mutations } = tradeEditor;
	if (savedTrades.length === 0) return null;
	const reverse = async (id: number) => {
		setReversingId(id);
		await mutations.reverse([id]);
		setReversingId(null);
	};
	return (
		<>
			<div className={styles.head}>
				<h3 className={styles.heading}>{t("trade.savedTrades")}</h3>
				<ShareSnapshotButton
					target={{ type: "trade", roundId: savedTrades[0]?.roundId ?? 1 }}
					teamName={board.team.teamName}
				/>
			</div>
			<ul className={styles.lines} aria-label={t("trade.savedTrades")}>
				{savedTrades.map((trade) => (
					<li key={trade.id}>
						<TradeRow board={board} trade={trade} />
						{reversible.some(({ id }) => id === trade.id) ? (
							<Button
								variant="quiet"
								isDisabled={mutations.isPending}
								isPending={reversingId === trade.id}
								aria-label={t("trade.reverseOne", { name: trade.in.lastName })}
								onPress={() => void reverse(trade.id)}
							>
								{t("trade.reverse")}
							</Button>
						) : changeable.has(trade.id) ? (
							<Button
								variant="quiet"
								isDisabled={mutations.isPending}
								aria-label={t("trade.changeOne", { name: trade.in.lastName })}
								onPress={() => openChange(trade.id)}
							>
								{t("trade.change")}
							</Button>
						) : (
							<span className={styles.final} title={t(trade.final ? "trade.isFinal" : "trade.isLocked")}>
								<Icon name="lock" size={14} />
								<span className="spoken">{t(trade.final ? "trade.isFinal" : "trade.isLocked")}</span>
							</span>
						)}
					</li>
				))}
			</ul>
		</>
	);
};
