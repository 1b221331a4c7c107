import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { computeNextSetting } from "./demo-clock.ts";

export interface DemoRoundRunner {
	/** Advances the clock if a round is being played, and does nothing otherwise. Never runs twice at once. */
	readonly step: () => Promise<void>;
}

export interface DemoRoundRunnerServices {
	readonly db: Kysely<Tables>;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly clocks: Pick<SeasonClocks, "seasonNow" | "wallNow" | "show" | "refresh">;
}

/**
 * Takes a round that "Play this round" asked for to its end: jumps over the hours between matches, and comes to rest
 * before the next round once it is published. All it needs is in the database, so any process may take over.
 */
export function createDemoRoundRunner({ db, currentSeason, clocks }: DemoRoundRunnerServices): DemoRoundRunner {
	let isStepping = false;
	async function step(): Promise<void> {
		const { playingRoundId, isDemo } = clocks.show();
		const season = currentSeason();
		if (!season?.isDemo || !isDemo || playingRoundId === null) return;
		const setting = computeNextSetting(season.rounds, playingRoundId, clocks.seasonNow());
		if (!setting) return;
		await setClock(db, setting, clocks.wallNow());
		await clocks.refresh();
	}
	return {
		step: async () => {
			if (isStepping) return;
			isStepping = true;
			await step().finally(() => {
				isStepping = false;
			});
		},
	};
}
