import type { OfficialLeague, OfficialLeagueKind } from "@first-bounce/contract/leagues/official-leagues";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { getRankings, type RankingServices } from "../service.ts";
import { deleteOfficialMember, getOfficialMembership, insertOfficialMember } from "./queries.ts";

const KINDS = ["club", "state"] as const satisfies readonly OfficialLeagueKind[];

/**
 * Lists the official leagues of a user's club and state. Their ladders are the rankings by club and state, which are in
 * memory for any number of teams; joining only stores that the league is listed among the user's leagues.
 */
export async function listOfficialLeagues(services: RankingServices, userId: UserId): Promise<OfficialLeague[]> {
	const { seasonId } = services.currentSeason();
	const { squadId, state, joined } = await getOfficialMembership(services.pool, seasonId, userId);
	const query = { order: "totalPoints", direction: "desc", page: 1, limit: 1, roundId: 0 } as const;
	return Promise.all(
		KINDS.map(async (kind) => {
			const filter = kind === "club" ? squadId && { squadId } : state && { state };
			const ladder = filter ? await getRankings(services, { ...query, ...filter }, userId) : null;
			const isJoined = filter !== null && joined.includes(kind);
			return {
				kind,
				squadId: kind === "club" ? squadId : null,
				state: kind === "state" ? state : null,
				isJoined,
				total: ladder?.total ?? 0,
				rank: isJoined ? (ladder?.currentUserRanking?.rank ?? null) : null,
			};
		}),
	);
}

/** Joins the league of the user's club or state; refuses an account without one. Idempotent. */
export async function joinOfficialLeague(
	{ pool, currentSeason }: RankingServices,
	userId: UserId,
	kind: OfficialLeagueKind,
): Promise<void> {
	const { seasonId } = currentSeason();
	const { squadId, state } = await getOfficialMembership(pool, seasonId, userId);
	if ((kind === "club" ? squadId : state) === null) throw refuse(409, `official-league-no-${kind}`);
	await insertOfficialMember(pool, seasonId, userId, kind);
}

export async function leaveOfficialLeague(
	{ pool, currentSeason }: RankingServices,
	userId: UserId,
	kind: OfficialLeagueKind,
): Promise<void> {
	await deleteOfficialMember(pool, currentSeason().seasonId, userId, kind);
}
