import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import { listPricedPairs, type PricedPair } from "./local-trades.ts";
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

const listPrices = (pairs: readonly PricedPair[]): readonly (readonly [PlayerId, number])[] =>
	pairs.flatMap(({ playerInId, playerOutId, priceIn, priceOut }) => [
		[playerOutId, priceOut] as const,
		[playerInId, priceIn] as const,
	]);

/** Names the players whose prices have changed since the dialog was opened. */
const ChangedPrices = ({ board, pairs }: { readonly board: Board; readonly pairs: readonly PricedPair[] }) => {
	const { t } = useTranslation();
	const [pricesAtOpening] = useState(() => new Map(listPrices(pairs)));
	const changes = listPrices(pairs).filter(([id, price]) => price !== pricesAtOpening.get(id));
	if (changes.length === 0) return null;
	const players = changes.map(([id, price]) => `${board.season.getPlayerName(id)} ${formatMoney(price)}`);
	return <Notice tone="warn">{t("trade.pricesChanged", { players: players.join(", ") })}</Notice>;
};

/** Shows everything the trades will do before they are submitted. */
export const ConfirmTrades = ({ board, tradeEditor, onClose, onDone }: Props) => {
	const { t } = useTranslation();
	const pairs = listPricedPairs(tradeEditor.trades, board.season.lookup);
	const submit = async () => {
		const isDone = await tradeEditor.mutations.submit(pairs, tradeEditor.preview.changes);
		onClose();
		if (!isDone) return;
		tradeEditor.clearTrades();
		onDone();
	};
	return (
		<Dialog title={t("trade.confirmTitle", { count: pairs.length })} isOpen onClose={onClose}>
			<div className={dialog.body}>
				<ul className={styles.lines}>
					{pairs.map((pair) => (
						<li key={pair.playerInId}>
							<TradeRow board={board} trade={pair} />
						</li>
					))}
				</ul>
				<SlotMoves
					season={board.season}
					moves={tradeEditor.preview.moves}
					captainId={tradeEditor.preview.changes?.captainId}
				/>
				<ChangedPrices board={board} pairs={pairs} />
				<TradeSummary board={board} tradeEditor={tradeEditor} />
				<div className={styles.actions}>
					<Button
						variant="main"
						isDisabled={!tradeEditor.preview.canSubmit}
						isPending={tradeEditor.mutations.isPending}
						onPress={() => void submit()}
					>
						{t("trade.confirm", { count: pairs.length })}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</div>
			</div>
		</Dialog>
	);
};

interface ConfirmProps {
	readonly tradeEditor: TradeEditor;
	readonly onClose: () => void;
}

export const ConfirmReversal = ({ board, tradeEditor, onClose }: ConfirmProps & { readonly board: Board }) => {
	const { t } = useTranslation();
	const { reversible, mutations } = tradeEditor;
	return (
		<ConfirmDialog
			title={t("trade.reverseAllTitle")}
			text={t("trade.reverseAllText", { count: reversible.length })}
			confirmLabel={t("trade.reverseAll")}
			isPending={mutations.isPending}
			isOpen
			onConfirm={() => void mutations.reverse(reversible.map(({ id }) => id)).then(onClose)}
			onClose={onClose}
		>
			<ul className={styles.lines}>
				{reversible.map((trade) => (
					<li key={trade.id}>
						<TradeRow board={board} trade={trade} />
					</li>
				))}
			</ul>
		</ConfirmDialog>
	);
};

/** Confirms rolling the team back to the start of the round. */
export const ConfirmRollback = ({ tradeEditor, onClose }: ConfirmProps) => {
	const { t } = useTranslation();
	return (
		<ConfirmDialog
			title={t("trade.rollBackTitle")}
			text={t("trade.rollBackText")}
			confirmLabel={t("trade.rollBack")}
			isPending={tradeEditor.mutations.isPending}
			isOpen
			onConfirm={() => void tradeEditor.mutations.rollBack().then(onClose)}
			onClose={onClose}
		/>
	);
};
