import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { ConfirmTrades } from "./confirm-trades.tsx";
import { ConfirmReversal, ConfirmRollback } from "./confirm-undoing.tsx";
import { HeldTrades } from "./held-trades.tsx";
import { wholePairs, without } from "./local-trades.ts";
import { PlanHead } from "./plan-head.tsx";
import { MoveLines, TradeLine } from "./trade-lines.tsx";
import { TradeMoney } from "./trade-money.tsx";
import styles from "./trades.module.css";
import { useDeskTitle } from "./use-desk-title.ts";

interface Props {
	readonly board: Board;
	readonly desk: TradeDesk;
	readonly rollbackAvailable: boolean;
	/** What it stands in tells its title, and closes it. */
	readonly isTitled?: boolean;
	/** Called when everything that was asked for is done. */
	readonly onDone: () => void;
}
type Asking = "submit" | "reverse" | "rollback" | null;

const LocalTrades = ({ board, desk }: Pick<Props, "board" | "desk">) => {
	const { t } = useTranslation();
	if (desk.trades.length === 0)
		return <p className={styles.hint}>{t(desk.kind === "plan" ? "plan.hint" : "trade.hint")}</p>;
	return (
		<ul className={styles.lines} aria-label={t("trade.local")}>
			{desk.trades.map((trade) => (
				<li key={`${trade.playerOutId}-${trade.playerInId}`}>
					<TradeLine board={board} trade={trade} onReset={(id) => desk.change(without(desk.trades, id))} />
				</li>
			))}
		</ul>
	);
};

const Doing = ({
	desk,
	rollbackAvailable,
	onAsk,
}: Omit<Props, "board" | "isTitled" | "onDone"> & { onAsk: (ask: Asking) => void }) => {
	const { t } = useTranslation();
	const { calls, preview } = desk;
	if (desk.kind === "plan")
		return desk.isNow && wholePairs(desk.trades).length > 0 ? (
			<div className={`${styles.doing} ${styles.foot}`}>
				<Button look="main" onPress={desk.takePlan}>
					{t("plan.take")}
				</Button>
			</div>
		) : null;
	return (
		<div className={`${styles.doing} ${styles.foot}`}>
			<Button look="main" isDisabled={!preview.canSubmit || calls.isPending} onPress={() => onAsk("submit")}>
				{t("trade.review")}
			</Button>
			{desk.trades.length > 0 ? <Button onPress={() => desk.change([])}>{t("trade.resetAll")}</Button> : null}
			{desk.reversible.length > 0 ? (
				<Button isDisabled={calls.isPending} onPress={() => onAsk("reverse")}>
					{t("trade.reverseAll")}
				</Button>
			) : null}
			{rollbackAvailable ? (
				<Button icon="history" isDisabled={calls.isPending} onPress={() => onAsk("rollback")}>
					{t("trade.rollBack")}
				</Button>
			) : null}
		</div>
	);
};

/** The trades of this round, local and saved, what they do, and what can be done with them; or a plan of some. */
export const TradesPanel = ({ board, desk, rollbackAvailable, isTitled = false, onDone }: Props) => {
	const { t } = useTranslation();
	const [asking, setAsking] = useState<Asking>(null);
	const kept = useFocusRestore<HTMLElement>();
	const close = () => setAsking(null);
	const title = useDeskTitle(board, desk);
	return (
		<section className={styles.panel} aria-label={title} {...kept}>
			{isTitled ? null : (
				<header className={styles.head}>
					<h2>{title}</h2>
					<Button look="quiet" onPress={() => desk.open(null)}>
						{t("trade.leave")}
					</Button>
				</header>
			)}
			{desk.kind === "plan" ? <PlanHead board={board} desk={desk} /> : null}
			<LocalTrades board={board} desk={desk} />
			<MoveLines board={board} />
			<TradeMoney board={board} desk={desk} />
			{desk.kind === "trade" ? <HeldTrades board={board} desk={desk} /> : null}
			<Doing desk={desk} rollbackAvailable={rollbackAvailable} onAsk={setAsking} />
			{asking === "submit" ? <ConfirmTrades board={board} desk={desk} onClose={close} onDone={onDone} /> : null}
			{asking === "reverse" ? <ConfirmReversal board={board} desk={desk} onClose={close} /> : null}
			{asking === "rollback" ? <ConfirmRollback desk={desk} onClose={close} /> : null}
		</section>
	);
};
