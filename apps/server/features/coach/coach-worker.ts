import { serveTasks } from "../jobs/serve-tasks.ts";
import { getSeasonOutlook } from "../projections/season-outlook.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { CoachTask, CoachTaskResult } from "./coach-thread.ts";
import { suggestForTeam } from "./suggest-for-team.ts";

/** The season that the last task was about. */
interface CachedSeason {
	readonly key: string;
	readonly season: SeasonSnapshot;
}
let cached: CachedSeason | null = null;

function run({ seasonKey, season, request }: CoachTask, isAborted: () => boolean): CoachTaskResult {
	if (season) cached = { key: seasonKey, season };
	if (cached?.key !== seasonKey) return { kind: "needs-season" };
	const { season: current } = cached;
	const outlook = getSeasonOutlook(current, request.options.roundId);
	if (!outlook) return { kind: "no-round" };
	const ruling = suggestForTeam(request, current, outlook, isAborted);
	return ruling ? { kind: "result", ruling } : { kind: "aborted" };
}

serveTasks(run);
