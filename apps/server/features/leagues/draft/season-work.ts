import { type Runner, startRunner } from "../../jobs/runner.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { LeagueServices } from "../league-row.ts";
import { runAutopilot } from "./lineups/autopilot.ts";
import { settleLeagues } from "./settle.ts";
import { expireDueOffers } from "./trades/execute-trade.ts";

const INTERVAL_MS = 5_000;

export interface LeaderServices extends Pick<LeagueServices, "db" | "clocks"> {
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly isLeader: () => boolean;
}

/**
 * Lets the leader do what is due in drafted leagues in season time: expired offers, then accepted trades and waiver runs in the
 * order in which they were due, and then the line-ups of teams without a manager, which depend on the squads. It runs separately from
 * the drafts, whose clocks cannot wait for it.
 */
export function startDraftLeagueWork(
	{ isLeader, ...services }: LeaderServices,
	onError: (error: unknown) => void,
): Runner {
	const step = async () => {
		const season = services.seasons.peek();
		if (!isLeader() || !season || season.isArchived) return;
		await expireDueOffers(services, onError);
		await settleLeagues(services, onError);
		await runAutopilot(services, onError);
	};
	return startRunner(step, onError, INTERVAL_MS);
}
