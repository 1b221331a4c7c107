import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { Button } from "../../../components/button/button.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { listPlayerActions, parseActionState, type RequestedAction } from "./player-action.ts";

const isPossible = ({ context, season }: Board, { action, playerId }: RequestedAction): boolean => {
	const entry = season.playerById.get(playerId);
	return entry !== undefined && listPlayerActions(entry, context).actions.includes(action);
};

/** Asks before an action that is saved at once: a new captain, or the player who completes the team. */
const needsConfirmation = ({ editor }: Board, { action }: RequestedAction): boolean =>
	action === "captain" || (action === "add" && editor.emptySlots.length === 1);

function runAction(board: Board, { action, playerId }: RequestedAction): void {
	const { mode, editor, live, tradeEditor } = board;
	if (action === "captain" && mode === "edit") editor.setRole("captain", playerId);
	else if (action === "captain") live.setRole("captain", playerId);
	else {
		if (action === "trade-in") tradeEditor?.setKind("trade");
		board.runPoolAction(playerId, action);
	}
}

/**
 * Prepares the action that was chosen in a player's details, and asks for confirmation before anything is saved. The
 * navigation state is cleared, so that reloading the page does not repeat it.
 */
export const RequestedActionDialog = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { state, pathname, search } = useLocation();
	const navigate = useNavigate();
	const [actionToConfirm, setActionToConfirm] = useState<RequestedAction | null>(null);
	const requested = parseActionState(state);
	const prepare = useEffectEvent(() => {
		if (!requested) return;
		void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
		if (!isPossible(board, requested)) showToast({ tone: "bad", text: t("playerAction.over") });
		else if (needsConfirmation(board, requested)) setActionToConfirm(requested);
		else runAction(board, requested);
	});
	const hasRequest = requested !== null;
	useEffect(() => {
		if (hasRequest) prepare();
	}, [hasRequest]);
	if (!actionToConfirm) return null;
	const { season, lineup } = board;
	const name = season.getPlayerName(actionToConfirm.playerId);
	const captain = season.lookup(lineup.captainId)?.name;
	const close = () => setActionToConfirm(null);
	const confirm = () => {
		close();
		if (isPossible(board, actionToConfirm)) runAction(board, actionToConfirm);
		else showToast({ tone: "bad", text: t("playerAction.over") });
	};
	const isCaptain = actionToConfirm.action === "captain";
	return (
		<Dialog title={t(isCaptain ? "playerAction.askCaptain" : "playerAction.askAdd", { name })} isOpen onClose={close}>
			<div className={dialog.body}>
				{isCaptain && captain ? <p>{t("playerAction.replaces", { name: captain })}</p> : null}
				{isCaptain ? null : <p>{t("playerAction.completes")}</p>}
				<FormActions>
					<Button variant="main" onPress={confirm}>
						{t(isCaptain ? "action.captain" : "playerAction.add")}
					</Button>
					<Button onPress={close}>{t("state.cancel")}</Button>
				</FormActions>
			</div>
		</Dialog>
	);
};
