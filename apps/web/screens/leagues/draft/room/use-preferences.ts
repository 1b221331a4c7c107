import { type DraftPreferences, saveDraftPreferences, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { client, lastingClient } from "../../../../api/client.ts";
import { callKey } from "../../../../api/use-call.ts";
import { useSavedParts } from "../../../../api/use-saved-parts.ts";

export type PreferenceList = keyof DraftPreferences;
const NONE: DraftPreferences = { queue: [], ranking: [], doNotDraft: [] };

export function usePreferences(leagueId: number, { isEnabled }: { readonly isEnabled: boolean }) {
	const queryClient = useQueryClient();
	const args = { params: { id: leagueId } };
	const key = useMemo(() => callKey(showDraftPreferences, { params: { id: leagueId } }), [leagueId]);
	const {
		result,
		isUnsaved,
		change: changeList,
	} = useSavedParts<DraftPreferences, PreferenceList>({
		queryKey: key,
		load: (signal) => client(showDraftPreferences, { ...args, signal }),
		send: (body) => lastingClient(saveDraftPreferences, { ...args, body }),
		isEnabled,
	});
	const change = useCallback(
		(list: PreferenceList, ids: readonly PlayerId[]) => changeList(list, [...ids]),
		[changeList],
	);
	/** Adds a player at the end of a list, or removes her. */
	const toggle = useCallback(
		(list: PreferenceList, id: PlayerId) => {
			const ids = queryClient.getQueryData<DraftPreferences>(key)?.[list] ?? [];
			change(list, ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
		},
		[queryClient, key, change],
	);
	return { lists: result.data ?? NONE, result, change, toggle, isUnsaved };
}
export type Preferences = ReturnType<typeof usePreferences>;
