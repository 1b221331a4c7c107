import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../i18n/error-message.ts";
import { isRetryable } from "./retry.ts";

/** Several changes, such as keys that move a player, are saved together. */
const SAVE_DELAY_MS = 400;
const RETRY_DELAY_MS = 5_000;

interface Options<Data extends object, Name extends keyof Data> {
	/** The same object in every render. */
	readonly queryKey: QueryKey;
	readonly load: (signal: AbortSignal) => Promise<Data>;
	/** Sends what has changed, also if the page is being closed. */
	readonly send: (changed: Pick<Data, Name>) => Promise<unknown>;
	readonly isEnabled: boolean;
	readonly refetchInterval?: number;
}

const pickParts = <Data extends object, Name extends keyof Data>(data: Data, names: Iterable<Name>): Pick<Data, Name> =>
	Object.fromEntries([...names].map((name) => [name, data[name]])) as Pick<Data, Name>;

/** Which parts of the data are newer on this page than on the server. */
const createProgress = <Name>() => ({
	changed: new Set<Name>(),
	saving: new Set<Name>(),
	/** Parts that a load under way must not replace. */
	kept: new Set<Name>(),
});

/** Saves changed parts, one request at a time. What a lost connection kept from being saved is sent again. */
function useSaving<Data extends object, Name extends keyof Data>({
	queryKey,
	send,
}: Pick<Options<Data, Name>, "queryKey" | "send">) {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [progress] = useState(createProgress<Name>);
	const [isUnsaved, setUnsaved] = useState(false);
	const timeout = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const { mutate } = useMutation({
		mutationFn: ({ parts }: { readonly names: readonly Name[]; readonly parts: Pick<Data, Name> }) => send(parts),
		meta: { hasInlineError: true },
		onSettled: (_, error, { names }) => {
			for (const name of names) progress.saving.delete(name);
			const isRefused = error !== null && !isRetryable(error);
			if (error && !isRefused) for (const name of names) progress.changed.add(name);
			if (isRefused) {
				showProblem({ message: getErrorMessage(error, t) });
				void queryClient.invalidateQueries({ queryKey });
			}
			setUnsaved(error !== null && !isRefused);
			// An offline browser saves the changed parts at once when it is online again.
			if (progress.changed.size === 0 || !navigator.onLine) return;
			clearTimeout(timeout.current);
			timeout.current = setTimeout(save, error ? RETRY_DELAY_MS : SAVE_DELAY_MS);
		},
	});
	const save = useCallback(
		(isLeaving = false) => {
			clearTimeout(timeout.current);
			const { changed, saving } = progress;
			const data = queryClient.getQueryData<Data>(queryKey);
			if (!data || changed.size === 0 || (saving.size > 0 && !isLeaving)) return;
			const names = [...changed];
			for (const name of names) saving.add(name);
			changed.clear();
			mutate({ names, parts: pickParts(data, names) });
		},
		[queryClient, queryKey, progress, mutate],
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

/** Data of which the user changes parts. A change is shown at once; if it is refused, what is saved is shown again. */
export function useSavedParts<Data extends object, Name extends keyof Data>({
	queryKey,
	load,
	send,
	isEnabled,
	refetchInterval,
}: Options<Data, Name>) {
	const queryClient = useQueryClient();
	const { progress, isUnsaved, save, saveSoon } = useSaving<Data, Name>({ queryKey, send });
	const result = useQuery({
		queryKey,
		queryFn: async ({ signal }): Promise<Data> => {
			progress.kept = new Set([...progress.changed, ...progress.saving]);
			const saved = await load(signal);
			const shown = queryClient.getQueryData<Data>(queryKey);
			return shown ? { ...saved, ...pickParts(shown, progress.kept) } : saved;
		},
		enabled: isEnabled,
		staleTime: Number.POSITIVE_INFINITY,
		...(refetchInterval ? { refetchInterval } : {}),
		meta: { noErrorModal: true },
	});
	const reload = useCallback(() => {
		if (isEnabled && navigator.onLine) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
	}, [queryClient, queryKey, isEnabled]);
	usePageChanges(save, reload);
	const change = useCallback(
		<Changed extends Name>(name: Changed, value: Data[Changed]) => {
			if (!queryClient.getQueryData<Data>(queryKey)) return;
			queryClient.setQueryData<Data>(queryKey, (previous) => previous && { ...previous, [name]: value });
			progress.changed.add(name);
			progress.kept.add(name);
			saveSoon();
		},
		[queryClient, queryKey, progress, saveSoon],
	);
	return { result, change, isUnsaved };
}
