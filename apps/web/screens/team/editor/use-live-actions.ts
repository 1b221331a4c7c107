import type { SavedTeam, Team } from "@first-bounce/contract/team/team";
import { changeTeamCaptain, changeTeamEmergency, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { assignCaptain, type CaptainRole, getRoleHolder } from "@first-bounce/rules/captaincy/change-roles";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isNeverLocked } from "@first-bounce/rules/lockout/locked-players";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import type { Season } from "../../../api/season-model.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { getLineup } from "../model/team-state.ts";
import { cacheSavedTeam, isStaleVersion, refetchTeam, useTeamChange } from "./saved-team.ts";

/** An action that is shown before the server has accepted it. */
interface PendingAction {
	readonly apply: (lineup: Lineup) => Lineup;
	readonly send: (version: number) => Promise<SavedTeam>;
	/** Shown in a toast once the action is accepted. */
	readonly successText?: string;
}
type SendAction = (send: PendingAction["send"]) => Promise<SavedTeam>;

/**
 * Offers in a toast to repeat reverted actions. The toast closes once they are repeated, discarded or followed by another
 * action, so that no action is sent twice.
 */
function useRepeatToast(reverted: readonly PendingAction[], repeat: (actions: readonly PendingAction[]) => void): void {
	const { t } = useTranslation();
	const show = useEffectEvent(() => {
		const action = { label: t("team.restoreChanges"), onPress: () => repeat(reverted) };
		return showToast({ tone: "bad", text: t("team.reloaded"), action });
	});
	useEffect(() => (reverted.length > 0 ? show() : undefined), [reverted]);
}

/**
 * Sends the queued actions when the screen is left, each once the one before it is accepted. All are handed over at once, so that
 * they are sent before the actions of the next visit.
 */
function useSendQueued(
	queued: readonly PendingAction[],
	running: RefObject<Promise<SavedTeam> | null>,
	sendAction: SendAction,
): void {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const sendQueued = useEffectEvent(async () => {
		const first = running.current;
		if (!first) return;
		let last = first;
		for (const { send } of queued) {
			const previous = last;
			last = sendAction(async (version) => {
				await previous;
				return send(version);
			});
			last.then(
				(saved) => cacheSavedTeam(queryClient, saved),
				() => undefined,
			);
		}
		try {
			await last;
		} catch (error) {
			// Who runs the first action handles its refusal.
			if (error === (await first.catch((reason: unknown) => reason))) return;
			void refetchTeam(queryClient);
			showProblem({ title: t("team.refused"), message: getErrorMessage(error, t) });
		}
	});
	useEffect(() => () => void sendQueued(), []);
}

/**
 * Actions of a started team. They are shown at once and sent one at a time, also after the screen is left. A refusal
 * reverts the action and those queued after it, and opens the error modal; if the team was changed elsewhere, a toast
 * offers to repeat them instead.
 */
export function useLiveActions(shownTeam: Team, { rules, lookup: getPlayer }: Season) {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const change = useTeamChange<SavedTeam>(null, { meta: { hasInlineError: true } });
	const [pendingActions, setPendingActions] = useState<readonly PendingAction[]>([]);
	const [reverted, setReverted] = useState<readonly PendingAction[]>([]);
	const [accepted, setAccepted] = useState<Team | null>(null);
	const team = accepted && accepted.version > shownTeam.version ? accepted : shownTeam;
	const sendAction: SendAction = (send) => change.mutateAsync({ version: team.version, send });
	const repeatActions = (actions: readonly PendingAction[]) => {
		setReverted([]);
		setPendingActions((queued) => [...queued, ...actions]);
	};
	const revertStale = useEffectEvent(() => {
		setPendingActions([]);
		setReverted(pendingActions);
	});
	useRepeatToast(reverted, repeatActions);
	const running = useRef<Promise<SavedTeam> | null>(null);
	const run = useEffectEvent(async (action: PendingAction) => {
		try {
			running.current = sendAction(action.send);
			const saved = await running.current;
			setAccepted(saved.team);
			setPendingActions(([, ...rest]) => rest);
			setReverted([]);
			cacheSavedTeam(queryClient, saved);
			if (action.successText) showToast({ text: action.successText, tone: "good" });
		} catch (error) {
			const refetched = refetchTeam(queryClient);
			if (isStaleVersion(error)) {
				await refetched;
				return revertStale();
			}
			setPendingActions([]);
			showProblem({ title: t("team.refused"), message: getErrorMessage(error, t) });
		}
	});
	const [firstAction] = pendingActions;
	useEffect(() => {
		if (firstAction) void run(firstAction);
	}, [firstAction]);
	useSendQueued(pendingActions.slice(1), running, sendAction);

	const lineup = pendingActions.reduce((previous, { apply }) => apply(previous), getLineup(team));
	const enqueue = (step: PendingAction) => setPendingActions((queued) => [...queued, step]);
	return {
		/** The team as last accepted. */
		team,
		/** The line-up with all pending actions applied. */
		lineup,
		isPending: pendingActions.length > 0,
		/** Repeats the actions that were reverted because the team was changed elsewhere; null if there are none. */
		repeatReverted: reverted.length > 0 ? () => repeatActions(reverted) : null,
		discardReverted: () => setReverted([]),
		swap: (playerId: PlayerId, otherId: PlayerId) =>
			enqueue({
				apply: (previous) => {
					const swapped = applySwaps(previous, [[playerId, otherId]], { rules, getPlayer }, isNeverLocked);
					return swapped.ok ? swapped.value : previous;
				},
				send: (version) => client(swapInTeam, { body: { swapsPairs: [[playerId, otherId]], version } }),
			}),
		setRole: (role: CaptainRole, id: PlayerId) => {
			if (getRoleHolder(lineup, role) === id) return;
			enqueue({
				apply: (previous) => assignCaptain(previous, role, id),
				send: (version) => client(changeTeamCaptain, { body: { type: role, newId: id, version } }),
				successText: t("team.roleIsFree"),
			});
		},
		setEmergencies: (emergency: readonly PlayerId[]) =>
			enqueue({
				apply: (previous) => ({ ...previous, emergency }),
				send: (version) => client(changeTeamEmergency, { body: { emergency: [...emergency], version } }),
				successText: t("team.emergencyIsFree"),
			}),
	};
}
export type LiveActions = ReturnType<typeof useLiveActions>;
