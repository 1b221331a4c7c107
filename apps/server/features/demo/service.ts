import type { Config } from "../../config.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks } from "../seasons/current/season-snapshot.ts";
import { playRound } from "./demo-clock.ts";
import { createDraftLeagues } from "./demo-draft.ts";
import { findDemoManagerId } from "./queries.ts";

/** Returns null if the demo is off. */
export function createDemoServices(
	config: Pick<Config, "demo" | "demoMayRun">,
	{
		db,
		seasons,
		clocks,
	}: {
		readonly db: Db;
		readonly seasons: Pick<SeasonHolder, "peek" | "current" | "refresh">;
		readonly clocks: Clocks;
	},
) {
	if (!config.demo) return null;
	return {
		isOffered: () => seasons.peek()?.isDemo ?? false,
		/** Finds the account that the demo button signs in to; null before the demo is set up. */
		managerId: () => findDemoManagerId(db),
		/** Gets a draft league that waits for its start; with `isTaken`, one that no other visitor gets. Null if no round is left. */
		getDraftLeague: createDraftLeagues({ db, seasons, clocks }),
		playRound: async () => {
			await playRound(db, config, clocks.wallNow());
		},
	};
}

export type DemoServices = NonNullable<ReturnType<typeof createDemoServices>>;
