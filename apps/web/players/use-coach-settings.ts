import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import {
	orderWaitList,
	setCoachPlayer,
	showCoachSettings,
	updateCoachPreferences,
} from "@first-bounce/contract/coach-calls";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { callKey, useCall, useCallMutation } from "../api/use-call.ts";

export type CoachSettings = SuccessOf<typeof showCoachSettings>;
export type CoachList = NonNullable<BodyOf<typeof setCoachPlayer>["list"]>;

const KEY = callKey(showCoachSettings, {});

/** The list a player is on. */
export function getCoachList({ keepIds, banIds, waitIds }: CoachSettings, id: PlayerId): CoachList | null {
	if (keepIds.includes(id)) return "keep";
	if (banIds.includes(id)) return "ban";
	return waitIds.includes(id) ? "wait" : null;
}

/** The settings with a player on one list only. */
function movePlayer(settings: CoachSettings, id: PlayerId, list: CoachList | null): CoachSettings {
	const place = (ids: readonly PlayerId[], own: CoachList) => {
		if (list === own && ids.includes(id)) return [...ids];
		const others = ids.filter((each) => each !== id);
		return list === own ? [...others, id] : others;
	};
	return {
		...settings,
		keepIds: place(settings.keepIds, "keep"),
		banIds: place(settings.banIds, "ban"),
		waitIds: place(settings.waitIds, "wait"),
	};
}

/** What the user set for suggested trades. A change is shown at once and reverted if the server refuses it. */
export function useCoachSettings(isEnabled = true) {
	const queries = useQueryClient();
	const options = { staleTime: 60_000, enabled: isEnabled, meta: { opensNoModal: true } };
	const { data: settings, error, refetch } = useCall(showCoachSettings, {}, options);
	const mutation = {
		scope: { id: "coach" },
		onSuccess: (saved: CoachSettings) => queries.setQueryData(KEY, saved),
		onError: () => void queries.invalidateQueries({ queryKey: KEY }),
	};
	const preferences = useCallMutation(updateCoachPreferences, mutation);
	const player = useCallMutation(setCoachPlayer, mutation);
	const waitList = useCallMutation(orderWaitList, mutation);
	const show = (change: (before: CoachSettings) => CoachSettings) =>
		queries.setQueryData<CoachSettings>(KEY, (before) => before && change(before));
	return {
		settings: settings ?? null,
		/** Why there are no settings; null while they load and once they are there. */
		error: settings ? null : error,
		retry: () => void refetch(),
		savePreferences: (changes: Partial<Pick<CoachSettings, "aim" | "isHidden">>) => {
			show((before) => ({ ...before, ...changes }));
			preferences.mutate({ body: changes });
		},
		setList: (playerId: PlayerId, list: CoachList | null) => {
			show((before) => movePlayer(before, playerId, list));
			player.mutate({ body: { playerId, list } });
		},
		orderWaitList: (playerIds: readonly PlayerId[]) => {
			show((before) => ({ ...before, waitIds: [...playerIds] }));
			waitList.mutate({ body: { playerIds: [...playerIds] } });
		},
	};
}
export type CoachSettingsEditor = ReturnType<typeof useCoachSettings>;
