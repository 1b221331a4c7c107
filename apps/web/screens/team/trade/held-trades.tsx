import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ShareSnapshotButton } from "../../../sharing/share-snapshot-button.tsx";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { TradeLine } from "./trade-lines.tsx";
import styles from "./trades.module.css";

/** The round's trades that the server holds, each to be reversed while nobody in it is locked. */
export const HeldTrades = ({ board, desk }: { readonly board: Board; readonly desk: TradeDesk }) => {
	const { t } = useTranslation();
	const [reversing, setReversing] = useState<number | null>(null);
	const { held, reversible, calls } = desk;
	if (held.length === 0) return null;
	const reverse = async (id: number) => {
		setReversing(id);
		await calls.reverse([id]);
		setReversing(null);
	};
	return (
		<>
			<div className={styles.head}>
				<h3 className={styles.heading}>{t("trade.held")}</h3>
				<ShareSnapshotButton type="trade" roundId={held[0]?.roundId ?? 1} teamName={board.team.teamName} />
			</div>
			<ul className={styles.lines}>
				{held.map((trade) => (
					<li key={trade.id}>
						<TradeLine board={board} trade={trade} />
						{reversible.some(({ id }) => id === trade.id) ? (
							<Button
								look="quiet"
								isDisabled={calls.isPending}
								isPending={reversing === trade.id}
								aria-label={t("trade.reverseOne", { name: trade.in.lastName })}
								onPress={() => void reverse(trade.id)}
							>
								{t("trade.reverse")}
							</Button>
						) : (
							<span className={styles.final} title={t("trade.isLocked")}>
								<Icon name="lock" size={14} />
								<span className="spoken">{t("trade.isLocked")}</span>
							</span>
						)}
					</li>
				))}
			</ul>
		</>
	);
};
