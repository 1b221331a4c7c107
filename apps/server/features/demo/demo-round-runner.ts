import type { Db } from "../../db/tables/tables.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { computeNextSetting } from "./clock-settings.ts";

export interface DemoRoundRunnerServices {
	readonly db: Db;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly clocks: Pick<SeasonClocks, "seasonNow" | "wallNow" | "show" | "refresh">;
}

/**
 * Plays the round that a visitor started with "Play this round": jumps over the time between matches, and waits before the
 * next round once it is published. All state is in the database, so any process can continue.
 */
export function createDemoRoundRunner({ db, currentSeason, clocks }: DemoRoundRunnerServices) {
	let isStepping = false;
	async function step(): Promise<void> {
		const { playingRoundId, isDemo } = clocks.show();
		const season = currentSeason();
		if (!season?.isDemo || !isDemo || playingRoundId === null) return;
		const setting = computeNextSetting(season.rounds, playingRoundId, clocks.seasonNow());
		if (!setting) return;
		await setClock(db, { ...setting, seasonId: season.seasonId }, clocks.wallNow());
		await clocks.refresh();
	}
	return {
		/** Advances the clock if a round is being played. Concurrent calls are ignored. */
		step: async () => {
			if (isStepping) return;
			isStepping = true;
			await step().finally(() => {
				isStepping = false;
			});
		},
	};
}
