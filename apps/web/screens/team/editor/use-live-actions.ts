import { changeTeamCaptain, changeTeamEmergency, swapInTeam } from "@first-bounce/contract/calls";
import type { SavedTeam, Team } from "@first-bounce/contract/team/team";
import { assignCaptain, type CaptainRole, getRoleHolder } from "@first-bounce/rules/captaincy/change-roles";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isNeverLocked } from "@first-bounce/rules/lockout/team-locks";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { getLineup } from "../model/team-state.ts";
import { cacheSavedTeam, refetchTeam } from "./saved-team.ts";

/** An action that is shown before the server has accepted it. */
interface PendingAction {
	readonly apply: (lineup: Lineup) => Lineup;
	readonly send: (version: number) => Promise<SavedTeam>;
}

export interface LiveActions {
	/** The team as last accepted. */
	readonly team: Team;
	/** The line-up with all pending actions applied. */
	readonly lineup: Lineup;
	readonly isPending: boolean;
	readonly swap: (one: PlayerId, other: PlayerId) => void;
	readonly setRole: (role: CaptainRole, id: PlayerId) => void;
	readonly setEmergencies: (emergency: readonly PlayerId[]) => void;
}

/**
 * Actions of a started team, sent one at a time and shown at once. A refusal reverts the action and those queued after
 * it, and opens the error modal.
 */
export function useLiveActions(shownTeam: Team, { rules, lookup: players }: Season): LiveActions {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const options = { meta: { errorTitle: t("team.refused") } };
	const swapMutation = useCallMutation(swapInTeam, options);
	const captainMutation = useCallMutation(changeTeamCaptain, options);
	const emergencyMutation = useCallMutation(changeTeamEmergency, options);
	const [pendingActions, setPendingActions] = useState<readonly PendingAction[]>([]);
	const [accepted, setAccepted] = useState<Team | null>(null);
	const team = accepted && accepted.version > shownTeam.version ? accepted : shownTeam;

	const run = useEffectEvent(async ({ send }: PendingAction) => {
		try {
			const saved = await send(team.version);
			setAccepted(saved.team);
			setPendingActions(([, ...rest]) => rest);
			cacheSavedTeam(queries, saved);
		} catch {
			setPendingActions([]);
			void refetchTeam(queries);
		}
	});
	const [first] = pendingActions;
	useEffect(() => {
		if (first) void run(first);
	}, [first]);

	const lineup = pendingActions.reduce((before, { apply }) => apply(before), getLineup(team));
	const enqueue = (step: PendingAction) => setPendingActions((queued) => [...queued, step]);
	return {
		team,
		lineup,
		isPending: pendingActions.length > 0,
		swap: (one, other) =>
			enqueue({
				apply: (before) => {
					const swapped = applySwaps(before, [[one, other]], { rules, players }, isNeverLocked);
					return swapped.ok ? swapped.value : before;
				},
				send: (version) => swapMutation.mutateAsync({ body: { swapsPairs: [[one, other]], version } }),
			}),
		setRole: (role, id) => {
			if (getRoleHolder(lineup, role) === id) return;
			enqueue({
				apply: (before) => assignCaptain(before, role, id),
				send: (version) => captainMutation.mutateAsync({ body: { type: role, newId: id, version } }),
			});
		},
		setEmergencies: (emergency) =>
			enqueue({
				apply: (before) => ({ ...before, emergency }),
				send: (version) => emergencyMutation.mutateAsync({ body: { emergency: [...emergency], version } }),
			}),
	};
}
