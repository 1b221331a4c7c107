import { findCurrentRound, hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { buildRounds } from "../api/season-model.ts";
import { useStatic } from "../api/use-static.ts";
import { watchSession } from "../app/session/watch-session.ts";
import { type SeasonTimer, useSeasonTimer } from "./season-clock.ts";
import { createLiveUpdateHandlers, type LiveUpdateHandlers, useLiveStream } from "./stream.ts";

/** Every 60 seconds while a round is playing (D1.4.109); rounds every 10 seconds in a soft lock (D1.7.34). */
const CHECKSUMS_INTERVAL_MS = 60_000;
const SOFT_LOCK_INTERVAL_MS = 10_000;
/** A sped-up demo is polled proportionally more often, down to this interval. */
const MIN_INTERVAL_MS = 2_000;

interface PollingIntervals {
	readonly checksums: number | false;
	readonly rounds: number | false;
}

/** Polling intervals in wall milliseconds; false outside a playing or soft-locked round. */
export function getPollingIntervals(
	rounds: readonly Round[],
	{ now, speed }: Pick<SeasonTimer, "now" | "speed">,
): PollingIntervals {
	const current = findCurrentRound(rounds);
	if (!current) return { checksums: false, rounds: false };
	const computeInterval = (interval: number) => Math.max(MIN_INTERVAL_MS, interval / Math.max(1, speed));
	const isSoftLocked = current.status === "scheduled" && hasRoundStarted(current, now());
	return {
		checksums: current.status === "playing" ? computeInterval(CHECKSUMS_INTERVAL_MS) : false,
		rounds: isSoftLocked ? computeInterval(SOFT_LOCK_INTERVAL_MS) : false,
	};
}

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
	const queryClient = useQueryClient();
	const handlers = useMemo(() => createLiveUpdateHandlers(queryClient), [queryClient]);
	const timer = useSeasonTimer();
	const file = useStatic("rounds", { meta: { noErrorModal: true } });
	const rounds = useMemo(() => buildRounds(file.data ?? []), [file.data]);
	const intervals = getPollingIntervals(rounds, timer);
	const checksums = useStatic("checksums", { refetchInterval: intervals.checksums, staleTime: 0 });
	useStatic("rounds", { refetchInterval: intervals.rounds, meta: { noErrorModal: true } });
	useLiveStream(handlers);
	useRefetchOnReturn(handlers);
	useEffect(() => watchSession(queryClient), [queryClient]);

	useEffect(() => {
		if (checksums.data) handlers.applyChecksums(checksums.data);
	}, [checksums.data, handlers]);
	return null;
};
