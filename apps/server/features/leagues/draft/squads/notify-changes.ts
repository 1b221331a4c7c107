import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { createChangeNotices } from "../../../notifications/squad-notices/change-notice-queries.ts";
import { listActiveManagers } from "../seat-view.ts";
import type { LockedSquads } from "./change-squads.ts";

/** Who undoes or corrects squads, and why. */
export interface ChangeAuthor {
	/** Whom the log names; null for an operator. */
	readonly userId: UserId | null;
	readonly reason: string;
	readonly data?: Readonly<Record<string, unknown>>;
	/** If a vote made the change, the manager who cast the last vote needed. */
	readonly actorId?: UserId;
}

/** Tells the managers of these teams about an undo, a correction or a vote, but not who does it. */
export async function notifyChangedTeams(
	{ trx, league, season, seats, wallNow }: LockedSquads,
	about: Pick<Parameters<typeof createChangeNotices>[1], "changeId" | "what">,
	teamIds: readonly TeamId[],
	{ userId, actorId = userId ?? undefined }: Pick<ChangeAuthor, "userId" | "actorId">,
): Promise<void> {
	const userIds = listActiveManagers(seats, teamIds).filter((id) => id !== actorId);
	await createChangeNotices(trx, { leagueId: league.id, seasonId: season.seasonId, wallNow, ...about }, userIds);
}
