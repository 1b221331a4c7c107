import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import {
	orderWaitList,
	setCoachPlayer,
	showCoachSettings,
	updateCoachPreferences,
} from "@first-bounce/contract/team/coach";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { callKey, useCallMutation } from "../api/use-call.ts";
import { useQuietCall } from "../api/use-quiet-call.ts";

export type CoachSettings = SuccessOf<typeof showCoachSettings>;
export type CoachList = NonNullable<BodyOf<typeof setCoachPlayer>["list"]>;

const KEY = callKey(showCoachSettings, {});
const MUTATION_KEY = ["coach-settings"];

export function getCoachList({ keepIds, banIds, waitIds }: CoachSettings, id: PlayerId): CoachList | null {
	if (keepIds.includes(id)) return "keep";
	if (banIds.includes(id)) return "ban";
	return waitIds.includes(id) ? "wait" : null;
}

function movePlayer(settings: CoachSettings, id: PlayerId, list: CoachList | null): CoachSettings {
	const assign = (ids: readonly PlayerId[], target: CoachList) => {
		if (list === target && ids.includes(id)) return [...ids];
		const others = ids.filter((other) => other !== id);
		return list === target ? [...others, id] : others;
	};
	return {
		...settings,
		keepIds: assign(settings.keepIds, "keep"),
		banIds: assign(settings.banIds, "ban"),
		waitIds: assign(settings.waitIds, "wait"),
	};
}

/** The user's settings for suggested trades. A change shows at once and is reverted if the server refuses it. */
export function useCoachSettings() {
	const queryClient = useQueryClient();
	const { data: settings, error, refetch } = useQuietCall(showCoachSettings, {}, { staleTime: 60_000 });
	// The response to a change does not contain later changes; the response to the last change contains all of them.
	const isLastChange = () => queryClient.isMutating({ mutationKey: MUTATION_KEY }) === 1;
	const mutation = {
		mutationKey: MUTATION_KEY,
		scope: { id: "coach" },
		onSuccess: (saved: CoachSettings) => {
			if (isLastChange()) queryClient.setQueryData(KEY, saved);
		},
		onError: () => {
			if (isLastChange()) void queryClient.invalidateQueries({ queryKey: KEY });
		},
	};
	const savePreferences = useCallMutation(updateCoachPreferences, mutation);
	const setPlayer = useCallMutation(setCoachPlayer, mutation);
	const setWaitList = useCallMutation(orderWaitList, mutation);
	const updateCache = (change: (before: CoachSettings) => CoachSettings) => {
		const before = queryClient.getQueryData<CoachSettings>(KEY);
		if (!before) return;
		// A load that is under way would bring back the settings from before the change.
		void queryClient.cancelQueries({ queryKey: KEY });
		queryClient.setQueryData(KEY, change(before));
	};
	return {
		settings: settings ?? null,
		/** The error if the settings could not be loaded, otherwise null. */
		error: settings ? null : error,
		retry: () => void refetch(),
		savePreferences: (changes: Partial<Pick<CoachSettings, "aim" | "isHidden">>) => {
			updateCache((previous) => ({ ...previous, ...changes }));
			savePreferences.mutate({ body: changes });
		},
		setList: (playerId: PlayerId, list: CoachList | null) => {
			updateCache((previous) => movePlayer(previous, playerId, list));
			setPlayer.mutate({ body: { playerId, list } });
		},
		orderWaitList: (playerIds: readonly PlayerId[]) => {
			updateCache((previous) => ({ ...previous, waitIds: [...playerIds] }));
			setWaitList.mutate({ body: { playerIds: [...playerIds] } });
		},
	};
}
export type CoachSettingsEditor = ReturnType<typeof useCoachSettings>;
