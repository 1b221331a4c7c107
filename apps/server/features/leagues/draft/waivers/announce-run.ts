import type { RunResult } from "@first-bounce/rules/draft/claims";
import type { RunTime } from "@first-bounce/rules/draft/waiver-runs";
import { createWaiverNotices } from "../../../notifications/notices/waiver-notice-queries.ts";
import { postWaiversCard } from "../draft-cards.ts";
import type { LockedSquads } from "../squads/change-squads.ts";

/** Tells the managers whose claims were decided, and posts in the league's chat who got whom. */
export async function notifyOfRun(locked: LockedSquads, run: RunTime, result: RunResult): Promise<void> {
	const { trx, league, seats, season, wallNow } = locked;
	const teamIds = new Set(result.decisions.map(({ claim }) => claim.teamId));
	const userIds = seats.flatMap(({ team_id, user_id: userId, is_active }) =>
		userId !== null && is_active && teamIds.has(team_id) ? [userId] : [],
	);
	await createWaiverNotices(trx, { leagueId: league.id, seasonId: season.seasonId, run, wallNow }, userIds);
	await postWaiversCard(locked, run, result);
}
