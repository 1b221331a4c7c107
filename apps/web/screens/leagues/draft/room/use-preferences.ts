import { type DraftPreferences, saveDraftPreferences, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { callKey, useCall, useCallMutation } from "../../../../api/use-call.ts";

export type PreferenceList = keyof DraftPreferences;
const NONE: DraftPreferences = { queue: [], ranking: [], doNotDraft: [] };

/** Several changes, such as keys that move a player, are saved together. */
const SAVE_DELAY_MS = 400;

/** The viewer's private lists. A change is shown at once; if saving fails, the saved lists are shown again. */
export function usePreferences(leagueId: number, isEnabled: boolean) {
	const queries = useQueryClient();
	const args = useMemo(() => ({ params: { id: leagueId } }), [leagueId]);
	const key = useMemo(() => callKey(showDraftPreferences, args), [args]);
	const result = useCall(showDraftPreferences, args, {
		enabled: isEnabled,
		staleTime: Number.POSITIVE_INFINITY,
		meta: { noErrorModal: true },
	});
	const changed = useRef(new Set<PreferenceList>());
	const timeout = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const { mutate } = useCallMutation(saveDraftPreferences, {
		onError: () => void queries.invalidateQueries({ queryKey: key }),
	});
	const save = useCallback(() => {
		clearTimeout(timeout.current);
		const lists = queries.getQueryData<DraftPreferences>(key);
		if (!lists || changed.current.size === 0) return;
		const body = Object.fromEntries([...changed.current].map((list) => [list, lists[list]]));
		changed.current.clear();
		mutate({ ...args, body });
	}, [queries, key, args, mutate]);
	useEffect(() => {
		addEventListener("pagehide", save);
		return () => {
			removeEventListener("pagehide", save);
			save();
		};
	}, [save]);
	const lists = result.data ?? NONE;
	const change = useCallback(
		(list: PreferenceList, ids: readonly PlayerId[]) => {
			queries.setQueryData<DraftPreferences>(key, (previous) => previous && { ...previous, [list]: [...ids] });
			changed.current.add(list);
			clearTimeout(timeout.current);
			timeout.current = setTimeout(save, SAVE_DELAY_MS);
		},
		[queries, key, save],
	);
	/** Adds a player at the end of a list, or removes her. */
	const toggle = useCallback(
		(list: PreferenceList, id: PlayerId) => {
			const ids = queries.getQueryData<DraftPreferences>(key)?.[list] ?? [];
			change(list, ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
		},
		[queries, key, change],
	);
	return { lists, result, change, toggle };
}
export type Preferences = ReturnType<typeof usePreferences>;
