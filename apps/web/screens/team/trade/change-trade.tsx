import type { TradeView } from "@first-bounce/contract/team/trade";
import type { PlayerId } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import type { TradeHalf } from "@first-bounce/rules/trades/change-trade";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { useMedia } from "../../../live/use-media.ts";
import { useOnline } from "../../../live/use-online.ts";
import { DEFAULT_POOL_FILTER } from "../../../players/filters/player-filter.ts";
import { createFilterStore } from "../../../players/filters/use-filter-store.ts";
import { getFullName } from "../../../players/player-format.ts";
import type { Board } from "../board/state/board.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import { formatViolation } from "../model/format-violation.ts";
import { PoolPanel } from "../pool/pool-panel.tsx";
import { listMoves } from "./trade-preview.ts";
import { SlotMoves, TradeRow } from "./trade-row.tsx";
import styles from "./trades.module.css";
import { type TradeEditor, useSavedTrades } from "./use-trade-editor.ts";

interface Props {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
	readonly trade: TradeView;
	readonly half: TradeHalf;
}

/** Every player who could take the half of the trade now. */
function useCandidates({ board, tradeEditor, trade, half }: Props): ReadonlySet<PlayerId> {
	const { season } = board;
	const { previewChange } = tradeEditor;
	return useMemo(() => {
		const ids = half === "out" ? listPlayerIds(board.live.lineup) : season.players.map(({ id }) => id);
		return new Set(ids.filter((playerId) => previewChange({ tradeId: trade.id, half, playerId }).ok));
	}, [board.live.lineup, season, previewChange, trade.id, half]);
}

const NOBODY: ReadonlySet<PlayerId> = new Set();

/** The pool with the players who could take the half of the trade. */
const Chooser = ({ onChoose, ...props }: Props & { readonly onChoose: (id: PlayerId) => void }) => {
	const { t } = useTranslation();
	const { board, tradeEditor, trade, half } = props;
	const candidates = useCandidates(props);
	const [filters] = useState(() => createFilterStore(DEFAULT_POOL_FILTER));
	const { lineup, team } = board.live;
	const bank = team.salaryCap - team.value + (half === "in" ? trade.priceIn : 0);
	const context = {
		...board.context,
		mode: "trade" as const,
		lineup,
		bank,
		trade: {
			...tradeEditor.tradeContext,
			incoming: NOBODY,
			outgoing: NOBODY,
			savedIncoming: NOBODY,
			savedOutgoing: NOBODY,
			teamIds: new Set(listPlayerIds(lineup)),
			canAddTrade: true,
			maxAffordable: bank,
		},
	};
	if (candidates.size === 0) return <Notice tone="info">{t(`trade.nobody.${half}`)}</Notice>;
	return (
		<PoolPanel
			candidates={candidates}
			board={{ ...board, mode: "live", tradeEditor: null, filters, bank, context, runPoolAction: onChoose }}
		/>
	);
};

/** Shows the change with its money and moves before it is sent. */
const Confirmation = ({
	board,
	tradeEditor,
	trade,
	half,
	playerId,
	onBack,
	onDone,
}: Props & { readonly playerId: PlayerId; readonly onBack: () => void; readonly onDone: () => void }) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const { season, live } = board;
	const { mutations, previewChange } = tradeEditor;
	const price = season.lookup(playerId)?.cost ?? 0;
	const change = { tradeId: trade.id, half, playerId, price };
	const ruling = previewChange(change);
	const after = ruling.ok ? ruling.value : null;
	const [replaced, refund] = half === "in" ? [trade.in, trade.priceIn] : [trade.out, trade.priceOut];
	const names = { name: getFullName(replaced), amount: formatMoney(refund) };
	const confirm = async () => {
		if (await mutations.change(change)) onDone();
	};
	return (
		<div className={dialog.body}>
			<ul className={styles.lines}>
				<li>
					<TradeRow
						board={board}
						trade={
							half === "in"
								? { ...trade, playerInId: playerId, priceIn: price }
								: { ...trade, playerOutId: playerId, priceOut: price }
						}
					/>
				</li>
			</ul>
			<p>{t(`trade.refund.${half}`, names)}</p>
			<SlotMoves season={season} moves={after ? listMoves(live.lineup, after.lineup, season) : []} />
			{after ? (
				<dl className={styles.money}>
					<div>
						<dt>{t("trade.moneyNow")}</dt>
						<dd>{formatMoney(live.team.salaryCap - live.team.value)}</dd>
					</div>
					<div>
						<dt>{t("trade.moneyAfter")}</dt>
						<dd>{formatMoney(after.bank)}</dd>
					</div>
				</dl>
			) : null}
			{ruling.ok ? null : (
				<p className={styles.problem} role="alert">
					{ruling.violations.map((violation) => formatViolation(violation, season, t)).join("; ")}
				</p>
			)}
			{isOnline ? null : <Notice tone="info">{t("trade.changeOffline")}</Notice>}
			<div className={styles.actions}>
				<Button
					variant="main"
					isDisabled={!ruling.ok || !isOnline}
					isPending={mutations.isPending}
					onPress={() => void confirm()}
				>
					{t("trade.changeConfirm")}
				</Button>
				<Button isDisabled={mutations.isPending} onPress={onBack}>
					{t("trade.chooseOther")}
				</Button>
			</div>
		</div>
	);
};

/** Why a trade cannot be changed now: it was reversed or became final, or a match has begun or was moved meanwhile. */
function findReason(trade: TradeView | undefined, { previewChange }: TradeEditor) {
	if (!trade) return "gone";
	if (trade.final) return "final";
	const change = previewChange({ tradeId: trade.id, half: "in", playerId: trade.playerInId });
	const codes = change.ok ? [] : change.violations.map(({ code }) => code);
	if (codes.includes("trade-not-locked")) return "open";
	return codes.includes("in-another-trade") ? "otherTrade" : "locked";
}

interface ChangeTradeDialogProps {
	readonly board: Board;
	readonly tradeId: number;
	/** The player whom the coach suggests. */
	readonly suggestedId: PlayerId | null;
}

/** Chooses another player for the unlocked half of a saved trade, and confirms her. */
export const ChangeTradeDialog = ({ board, tradeId, suggestedId }: ChangeTradeDialogProps) => {
	const { t } = useTranslation();
	const { closeForm } = useLockCheck();
	const isWide = useMedia("(min-width: 48em)");
	const { query } = useSavedTrades(board.team.isComplete);
	const [playerId, setPlayerId] = useState(suggestedId);
	const { tradeEditor } = board;
	const trade = tradeEditor?.savedTrades.find(({ id }) => id === tradeId);
	const half = tradeEditor?.changeable.get(tradeId);
	const change = tradeEditor && trade && half ? { board, tradeEditor, trade, half } : null;
	const renderContent = () => {
		if (!query.data) return <LoadingOrError of={[query]} height="180px" radius="var(--radius-s)" />;
		if (!change)
			return (
				<div className={dialog.body}>
					<Notice tone="warn">
						{t(`trade.notChangeable.${tradeEditor ? findReason(trade, tradeEditor) : "gone"}`)}
					</Notice>
					<div className={styles.actions}>
						<Button onPress={closeForm}>{t("state.close")}</Button>
					</div>
				</div>
			);
		if (playerId !== null)
			return <Confirmation {...change} playerId={playerId} onBack={() => setPlayerId(null)} onDone={closeForm} />;
		return (
			<div className={styles.choosing}>
				<div className={styles.changing}>
					<TradeRow board={board} trade={change.trade} />
				</div>
				<Chooser {...change} onChoose={setPlayerId} />
			</div>
		);
	};
	return (
		<Dialog
			variant={change && playerId === null && !isWide ? "sheet" : "box"}
			title={t(half === "out" ? "trade.changeOutTitle" : "trade.changeInTitle")}
			isOpen
			onClose={closeForm}
		>
			{renderContent()}
		</Dialog>
	);
};
