import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { suggestTrades } from "@first-bounce/contract/team/coach";
import type { Requester } from "../jobs/account-queue.ts";
import { loadTeam, type TeamServices } from "../team/load-team.ts";
import { refuseViolations } from "../team/refuse-violations.ts";
import type { Coach } from "./coach-thread.ts";
import type { SettingsServices } from "./settings.ts";

export interface CoachServices extends SettingsServices {
	readonly team: TeamServices;
	readonly coach: Coach;
}

/** Suggests trades for the signed-in user's team. */
export async function getTradeSuggestions(
	{ team, coach }: CoachServices,
	requester: Requester,
	options: BodyOf<typeof suggestTrades>,
): Promise<SuccessOf<typeof suggestTrades>> {
	const { row, season } = await loadTeam(team, requester);
	const ruling = await coach.suggestTrades(requester, season, { row, now: team.clocks.seasonNow(), options });
	if (!ruling.ok) throw refuseViolations(ruling.violations, (id) => season.players.get(id));
	return ruling.value;
}
