import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { buildRounds } from "../api/season-model.ts";
import { useStatic } from "../api/use-static.ts";
import { watchSession } from "../app/session/watch-session.ts";
import { getPollingIntervals } from "./polling.ts";
import { useSeasonTimer } from "./season-clock.ts";
import { createLiveUpdateHandlers, type LiveUpdateHandlers, useLiveStream } from "./stream.ts";

/**
 * Refetches the user's team on return to the page: another tab may have saved it while this one got no live messages.
 * A window next to another one stays visible, so only its focus shows that the user has returned.
 */
function useRefetchOnReturn({ refetchTeam }: LiveUpdateHandlers): void {
	useEffect(() => {
		const onReturn = () => {
			if (document.visibilityState === "visible") refetchTeam();
		};
		document.addEventListener("visibilitychange", onReturn);
		addEventListener("focus", onReturn);
		return () => {
			document.removeEventListener("visibilitychange", onReturn);
			removeEventListener("focus", onReturn);
		};
	}, [refetchTeam]);
}

/** Keeps the page up to date: listens to the live stream, polls the checksums and refetches what changed. */
export const LiveUpdates = () => {
	const queries = useQueryClient();
	const handlers = useMemo(() => createLiveUpdateHandlers(queries), [queries]);
	const timer = useSeasonTimer();
	const file = useStatic("rounds", { meta: { noErrorModal: true } });
	const rounds = useMemo(() => buildRounds(file.data ?? []), [file.data]);
	const intervals = getPollingIntervals(rounds, timer);
	const checksums = useStatic("checksums", { refetchInterval: intervals.checksums, staleTime: 0 });
	useStatic("rounds", { refetchInterval: intervals.rounds, meta: { noErrorModal: true } });
	useLiveStream(handlers);
	useRefetchOnReturn(handlers);
	useEffect(() => watchSession(queries), [queries]);

	useEffect(() => {
		if (checksums.data) handlers.applyChecksums(checksums.data);
	}, [checksums.data, handlers]);
	return null;
};
