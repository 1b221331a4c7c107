import { type DraftPreferences, saveDraftPreferences, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client, lastingClient } from "../../../../api/client.ts";
import { isRetryable } from "../../../../api/retry.ts";
import { callKey } from "../../../../api/use-call.ts";
import { showProblem } from "../../../../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../../../../i18n/error-message.ts";

export type PreferenceList = keyof DraftPreferences;
const NONE: DraftPreferences = { queue: [], ranking: [], doNotDraft: [] };

/** Several changes, such as keys that move a player, are saved together. */
const SAVE_DELAY_MS = 400;
const RETRY_DELAY_MS = 5_000;

const pickLists = (lists: DraftPreferences, names: Iterable<PreferenceList>): Partial<DraftPreferences> =>
	Object.fromEntries([...names].map((name) => [name, lists[name]]));
const listNames = (lists: Partial<DraftPreferences>) => Object.keys(lists) as PreferenceList[];

/** Which lists of this page are newer than those on the server. */
const createProgress = () => ({
	changed: new Set<PreferenceList>(),
	saving: new Set<PreferenceList>(),
	/** Lists that a load under way must not replace. */
	kept: new Set<PreferenceList>(),
});

/** Saves changed lists, one request at a time. What a lost connection kept from being saved is sent again. */
function useSaving(leagueId: number, key: readonly unknown[]) {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const [progress] = useState(createProgress);
	const [isUnsaved, setUnsaved] = useState(false);
	const timeout = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const { mutate } = useMutation({
		mutationFn: (body: Partial<DraftPreferences>) =>
			lastingClient(saveDraftPreferences, { params: { id: leagueId }, body }),
		meta: { hasInlineError: true },
		onSettled: (_, error, body) => {
			for (const name of listNames(body)) progress.saving.delete(name);
			const isRefused = error !== null && !isRetryable(error);
			if (error && !isRefused) for (const name of listNames(body)) progress.changed.add(name);
			if (isRefused) {
				showProblem({ message: getErrorMessage(error, t) });
				void queries.invalidateQueries({ queryKey: key });
			}
			setUnsaved(error !== null && !isRefused);
			// Once the browser is online again, they are saved at once.
			if (progress.changed.size === 0 || !navigator.onLine) return;
			clearTimeout(timeout.current);
			timeout.current = setTimeout(save, error ? RETRY_DELAY_MS : SAVE_DELAY_MS);
		},
	});
	const save = useCallback(
		(isLeaving = false) => {
			clearTimeout(timeout.current);
			const { changed, saving } = progress;
			const lists = queries.getQueryData<DraftPreferences>(key);
			if (!lists || changed.size === 0 || (saving.size > 0 && !isLeaving)) return;
			for (const name of changed) saving.add(name);
			const body = pickLists(lists, changed);
			changed.clear();
			mutate(body);
		},
		[queries, key, progress, mutate],
	);
	const saveSoon = useCallback(() => {
		clearTimeout(timeout.current);
		timeout.current = setTimeout(save, SAVE_DELAY_MS);
	}, [save]);
	return { progress, isUnsaved, save, saveSoon };
}

/** Saves before the page may be closed, and looks for changes of another tab or device when it is used again. */
function usePageChanges(save: (isLeaving?: boolean) => void, reload: () => void): void {
	useEffect(() => {
		const leave = () => save(true);
		const onVisibility = () => (document.visibilityState === "hidden" ? leave() : reload());
		const onOnline = () => save();
		addEventListener("pagehide", leave);
		addEventListener("online", onOnline);
		addEventListener("focus", reload);
		document.addEventListener("visibilitychange", onVisibility);
		return () => {
			removeEventListener("pagehide", leave);
			removeEventListener("online", onOnline);
			removeEventListener("focus", reload);
			document.removeEventListener("visibilitychange", onVisibility);
			leave();
		};
	}, [save, reload]);
}

/** The viewer's private lists. A change is shown at once; if it is refused, the saved lists are shown again. */
export function usePreferences(leagueId: number, isEnabled: boolean) {
	const queries = useQueryClient();
	const key = useMemo(() => callKey(showDraftPreferences, { params: { id: leagueId } }), [leagueId]);
	const { progress, isUnsaved, save, saveSoon } = useSaving(leagueId, key);
	const result = useQuery({
		queryKey: key,
		queryFn: async ({ signal }): Promise<DraftPreferences> => {
			progress.kept = new Set([...progress.changed, ...progress.saving]);
			const saved = await client(showDraftPreferences, { params: { id: leagueId }, signal });
			const shown = queries.getQueryData<DraftPreferences>(key);
			return shown ? { ...saved, ...pickLists(shown, progress.kept) } : saved;
		},
		enabled: isEnabled,
		staleTime: Number.POSITIVE_INFINITY,
		meta: { noErrorModal: true },
	});
	const reload = useCallback(() => {
		if (isEnabled && navigator.onLine) void queries.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
	}, [queries, key, isEnabled]);
	usePageChanges(save, reload);
	const change = useCallback(
		(list: PreferenceList, ids: readonly PlayerId[]) => {
			if (!queries.getQueryData<DraftPreferences>(key)) return;
			queries.setQueryData<DraftPreferences>(key, (previous) => previous && { ...previous, [list]: [...ids] });
			progress.changed.add(list);
			progress.kept.add(list);
			saveSoon();
		},
		[queries, key, progress, saveSoon],
	);
	/** Adds a player at the end of a list, or removes her. */
	const toggle = useCallback(
		(list: PreferenceList, id: PlayerId) => {
			const ids = queries.getQueryData<DraftPreferences>(key)?.[list] ?? [];
			change(list, ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
		},
		[queries, key, change],
	);
	return { lists: result.data ?? NONE, result, change, toggle, isUnsaved };
}
export type Preferences = ReturnType<typeof usePreferences>;
