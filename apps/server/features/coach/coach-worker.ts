import type { RoundId } from "@first-bounce/rules/ids";
import { serveTasks } from "../jobs/serve-tasks.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { CoachTask, CoachTaskResult } from "./coach-thread.ts";
import { buildSeasonOutlook, type SeasonOutlook } from "./season-outlook.ts";
import { suggestTeamTrades } from "./suggest-trades.ts";

/** The season that the last task was about, and its outlooks by round. */
let known: { readonly key: string; readonly season: SeasonSnapshot } | null = null;
const outlooks = new Map<RoundId | null, SeasonOutlook | null>();

function run({ seasonKey, season, question }: CoachTask): CoachTaskResult {
	if (season) {
		known = { key: seasonKey, season };
		outlooks.clear();
	}
	if (known?.key !== seasonKey) return { kind: "needs-season" };
	const { season: current } = known;
	const getOutlook = (roundId: RoundId | null) => {
		const outlook = outlooks.get(roundId) ?? buildSeasonOutlook(current, roundId);
		outlooks.set(roundId, outlook);
		return outlook;
	};
	const outlook = getOutlook(question.options.roundId ?? null);
	if (!outlook) return { kind: "no-round" };
	return { kind: "result", ruling: suggestTeamTrades(question, current, outlook, getOutlook) };
}

serveTasks(run);
