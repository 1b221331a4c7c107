import { serveTasks } from "../jobs/serve-tasks.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { CoachTask, CoachTaskResult } from "./coach-thread.ts";
import { createOutlookCache } from "./season-outlook.ts";
import { suggestTeamTrades } from "./suggest-trades.ts";

/** The season that the last task was about. */
interface KnownSeason {
	readonly key: string;
	readonly season: SeasonSnapshot;
	readonly getOutlook: ReturnType<typeof createOutlookCache>;
}
let known: KnownSeason | null = null;

function run({ seasonKey, season, request }: CoachTask, isAborted: () => boolean): CoachTaskResult {
	if (season) known = { key: seasonKey, season, getOutlook: createOutlookCache(season) };
	if (known?.key !== seasonKey) return { kind: "needs-season" };
	const { season: current, getOutlook } = known;
	const outlook = getOutlook(request.options.roundId ?? null);
	if (!outlook) return { kind: "no-round" };
	const ruling = suggestTeamTrades(request, current, outlook, getOutlook, isAborted);
	return ruling ? { kind: "result", ruling } : { kind: "aborted" };
}

serveTasks(run);
