import type { Config } from "../../config.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks } from "../seasons/current/season-snapshot.ts";
import { playRound } from "./demo-clock.ts";
import { createDraftLeagues } from "./demo-draft.ts";
import { findDemoManagerId } from "./queries.ts";
import type { DemoServices } from "./routes.ts";

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
): DemoServices | null {
	if (!config.demo) return null;
	return {
		isOffered: () => seasons.peek()?.isDemo ?? false,
		managerId: () => findDemoManagerId(db),
		getDraftLeague: createDraftLeagues({ db, seasons, clocks }),
		playRound: async () => {
			await playRound(db, config, clocks.wallNow());
		},
	};
}
