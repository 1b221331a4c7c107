import type { LockFix, LockIssue } from "@first-bounce/rules/lockout/lock-fixes";
import type { TFunction } from "i18next";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { listIssues } from "../board/state/list-issues.ts";
import { formatWarning } from "../status/use-team-alerts.ts";
import type { TradeEditor } from "../trade/use-trade-editor.ts";
import { applyFix } from "./apply-fix.ts";
import styles from "./lock-check.module.css";
import { useLockCheck } from "./use-lock-check.ts";

function formatFix(fix: LockFix, { season, lineup }: Board, t: TFunction): string {
	if (fix.kind === "swap") return t("lockCheck.swap", { name: season.getPlayerName(fix.inId) });
	if (fix.kind === "emergencies") return t("lockCheck.emergencies");
	const { captainId, viceCaptainId } = fix;
	if (captainId === lineup.captainId) return t("lockCheck.viceCaptain", { name: season.getPlayerName(viceCaptainId) });
	return captainId === lineup.viceCaptainId
		? t("lockCheck.exchange")
		: t("lockCheck.captain", { name: season.getPlayerName(captainId) });
}

interface IssueButtonProps {
	readonly board: Board;
	readonly issue: LockIssue;
	readonly onFix: () => void;
}

/** The button of an issue: its fix or, if nobody in the team can help, trading her for another player. */
const IssueButton = ({ board, issue: { warning, fix }, onFix }: IssueButtonProps) => {
	const { t } = useTranslation();
	const { closeInPlace } = useLockCheck();
	if (fix)
		return (
			<Button
				variant="main"
				onPress={() => {
					onFix();
					applyFix(board, fix);
				}}
			>
				{formatFix(fix, board, t)}
			</Button>
		);
	const view = board.slots.find(({ player }) => player?.entry.id === warning.id);
	const action = view && board.getActions(view).find((candidate) => candidate === "tradeOut" || candidate === "remove");
	if (!action) return null;
	const { tradeEditor } = board;
	const tradeOut = (playerOutId: number, editor: TradeEditor) => {
		const cancel = editor.startTrade(playerOutId);
		board.setSlotToFill(view.slot);
		board.openPool(null);
		showToast({
			text: t("lockCheck.goingOut", { name: board.season.getPlayerName(playerOutId) }),
			action: {
				label: t("state.cancel"),
				onPress: () => {
					cancel();
					board.setSlotToFill(null);
					board.closePool();
				},
			},
		});
	};
	return (
		<Button
			onPress={() => {
				closeInPlace();
				if (action === "tradeOut" && tradeEditor) tradeOut(warning.id, tradeEditor);
				else board.runAction(view, action);
			}}
		>
			{t(`action.${action}`)}
		</Button>
	);
};

interface ChangeTradeButtonProps {
	readonly board: Board;
	readonly playerId: number;
}

/** Changes the trade by which a player came in, if half of it is locked. */
const ChangeTradeButton = ({ board: { tradeEditor }, playerId }: ChangeTradeButtonProps) => {
	const { t } = useTranslation();
	const { openChange } = useLockCheck();
	const trade = tradeEditor?.findChangeableTrade(playerId);
	return trade ? <Button onPress={() => openChange(trade.id)}>{t("trade.changeConfirm")}</Button> : null;
};

/** The issues to fix before the next lock, each with a button that fixes it. */
export const FixList = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const status = useRef<HTMLDivElement>(null);
	const pressed = useRef<Element | null>(null);
	const issues = listIssues(board);
	const { length: count } = issues;
	// If the pressed button was removed while focused, focuses the next button, or the heading after the last.
	useLayoutEffect(() => {
		if (!pressed.current || pressed.current.isConnected) return;
		pressed.current = null;
		if (document.activeElement !== document.body) return;
		const next = status.current?.parentElement?.querySelector("button");
		(next ?? status.current)?.focus();
	});
	return (
		<section className={styles.section}>
			<div ref={status} tabIndex={-1} role="status">
				<h3>{t(count === 0 ? "lockCheck.nothing" : "lockCheck.count", { count })}</h3>
			</div>
			{issues.map((issue) => (
				<Notice
					key={`${issue.warning.kind} ${issue.warning.id}`}
					tone="warn"
					action={
						<>
							<IssueButton
								board={board}
								issue={issue}
								onFix={() => {
									pressed.current = document.activeElement;
								}}
							/>
							<ChangeTradeButton board={board} playerId={issue.warning.id} />
						</>
					}
				>
					{formatWarning(issue.warning, board, t).text}
				</Notice>
			))}
		</section>
	);
};
