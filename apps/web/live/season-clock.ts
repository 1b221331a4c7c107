import { showClock } from "@first-bounce/contract/calls";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { useEffect, useMemo, useReducer } from "react";
import { useCall } from "../api/use-call.ts";

/** Season time in the browser, counted on from the server's last answer at the server's speed (decisions §5). */
export interface SeasonTimer {
	readonly now: () => SeasonTime;
	/** Season seconds in one of the wall's; 0 while the clock stands. */
	readonly speed: number;
	readonly isDemo: boolean;
	readonly playingRoundId: number | null;
	/** Whether the server has answered; until then season time is taken to be the wall's. */
	readonly isKnown: boolean;
}

const DEMO_RESYNC = 10_000;
const RESYNC = 60_000;

export function timerFrom(clock: SeasonClock | undefined, receivedAt: number, wallNow: () => number): SeasonTimer {
	if (!clock) return { now: wallNow, speed: 1, isDemo: false, playingRoundId: null, isKnown: false };
	const from = Date.parse(clock.seasonTime);
	return {
		now: () => from + (wallNow() - receivedAt) * clock.speed,
		speed: clock.speed,
		isDemo: clock.isDemo,
		playingRoundId: clock.playingRoundId,
		isKnown: true,
	};
}

export function useSeasonTimer(): SeasonTimer {
	const { data, dataUpdatedAt } = useCall(showClock, {}, { refetchInterval: RESYNC, staleTime: DEMO_RESYNC });
	return useMemo(() => timerFrom(data, dataUpdatedAt, Date.now), [data, dataUpdatedAt]);
}

const LONGEST_WAIT = 2 ** 31 - 1;

/** Season time now, with another rendering when the moment that `nextAt` names has come: a lock, a round's start. */
export function useSeasonNow(nextAt: (now: SeasonTime) => SeasonTime | null): SeasonTime {
	const timer = useSeasonTimer();
	const [, wake] = useReducer((count: number) => count + 1, 0);
	const now = timer.now();
	const next = nextAt(now);
	useEffect(() => {
		if (next === null || timer.speed === 0) return;
		const wait = Math.max(0, (next - timer.now()) / timer.speed) + 30;
		const alarm = setTimeout(wake, Math.min(wait, LONGEST_WAIT));
		return () => clearTimeout(alarm);
	});
	return now;
}

/** Season time, again every second of the wall: for clocks that people watch. */
export function useSeasonSecond(): SeasonTime {
	const timer = useSeasonTimer();
	const [, tick] = useReducer((count: number) => count + 1, 0);
	useEffect(() => {
		const second = setInterval(tick, 1000);
		return () => clearInterval(second);
	}, []);
	return timer.now();
}
