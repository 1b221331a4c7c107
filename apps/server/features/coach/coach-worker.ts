import { serveTasks } from "../jobs/serve-tasks.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { CoachTask, CoachTaskResult } from "./coach-thread.ts";
import { buildSeasonOutlook, type SeasonOutlook } from "./season-outlook.ts";
import { suggestTeamTrades } from "./suggest-trades.ts";

/** The season that the last task was about, and its outlook. */
let known: { readonly key: string; readonly season: SeasonSnapshot; readonly outlook: SeasonOutlook | null } | null =
	null;

function run({ seasonKey, season, question }: CoachTask): CoachTaskResult {
	if (season) known = { key: seasonKey, season, outlook: buildSeasonOutlook(season) };
	if (known?.key !== seasonKey) return { kind: "needs-season" };
	if (!known.outlook) return { kind: "no-rounds" };
	return { kind: "answer", ruling: suggestTeamTrades(question, known.season, known.outlook) };
}

serveTasks(run);
