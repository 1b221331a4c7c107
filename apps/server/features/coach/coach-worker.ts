import { serveTasks } from "../jobs/serve-tasks.ts";
import { createOutlookCache } from "../projections/season-outlook.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { CoachTask, CoachTaskResult } from "./coach-thread.ts";
import { suggestForTeam } from "./suggest-for-team.ts";

/** The season that the last task was about. */
interface CachedSeason {
	readonly key: string;
	readonly season: SeasonSnapshot;
	readonly getOutlook: ReturnType<typeof createOutlookCache>;
}
let cached: CachedSeason | null = null;

function run({ seasonKey, season, request }: CoachTask, isAborted: () => boolean): CoachTaskResult {
	if (season) cached = { key: seasonKey, season, getOutlook: createOutlookCache(season) };
	if (cached?.key !== seasonKey) return { kind: "needs-season" };
	const { season: current, getOutlook } = cached;
	const outlook = getOutlook(request.options.roundId ?? null);
	if (!outlook) return { kind: "no-round" };
	const ruling = suggestForTeam(request, current, outlook, getOutlook, isAborted);
	return ruling ? { kind: "result", ruling } : { kind: "aborted" };
}

serveTasks(run);
