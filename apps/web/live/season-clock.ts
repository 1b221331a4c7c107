import { type SeasonClock, showClock } from "@first-bounce/contract/clock";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { useEffect, useMemo, useReducer } from "react";
import { useCall } from "../api/use-call.ts";

/** Season time in the browser, extrapolated from the server's last response. */
export interface SeasonTimer {
	readonly now: () => SeasonTime;
	/** Season seconds per wall second; 0 while the clock is stopped. */
	readonly speed: number;
	readonly isDemo: boolean;
	readonly playingRoundId: number | null;
	/** False until the server has responded; season time equals wall time until then. */
	readonly isKnown: boolean;
}

const DEMO_RESYNC_MS = 10_000;
const RESYNC_MS = 60_000;

export function createSeasonTimer(
	clock: SeasonClock | undefined,
	receivedAt: number,
	getWallTime: () => number,
): SeasonTimer {
	if (!clock) return { now: getWallTime, speed: 1, isDemo: false, playingRoundId: null, isKnown: false };
	const from = Date.parse(clock.seasonTime);
	return {
		now: () => from + (getWallTime() - receivedAt) * clock.speed,
		speed: clock.speed,
		isDemo: clock.isDemo,
		playingRoundId: clock.playingRoundId,
		isKnown: true,
	};
}

export function useSeasonTimer(): SeasonTimer {
	const { data, dataUpdatedAt } = useCall(showClock, {}, { refetchInterval: RESYNC_MS, staleTime: DEMO_RESYNC_MS });
	return useMemo(() => createSeasonTimer(data, dataUpdatedAt, Date.now), [data, dataUpdatedAt]);
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Season time now. Renders again at the time that `getNextChange` returns, such as the next lock. */
export function useSeasonNow(getNextChange: (now: SeasonTime) => SeasonTime | null): SeasonTime {
	const timer = useSeasonTimer();
	const [, rerender] = useReducer((count: number) => count + 1, 0);
	const now = timer.now();
	const next = getNextChange(now);
	useEffect(() => {
		if (next === null || timer.speed === 0) return;
		const wait = Math.max(0, (next - timer.now()) / timer.speed) + 30;
		const timeout = setTimeout(rerender, Math.min(wait, MAX_TIMEOUT_MS));
		return () => clearTimeout(timeout);
	});
	return now;
}

/** Season time, updated every second, for visible clocks. */
export function useSeasonSecond(): SeasonTime {
	const timer = useSeasonTimer();
	const [, tick] = useReducer((count: number) => count + 1, 0);
	useEffect(() => {
		const interval = setInterval(tick, 1000);
		return () => clearInterval(interval);
	}, []);
	return timer.now();
}
