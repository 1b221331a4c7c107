import type { OfficialLeague, OfficialLeagueKind } from "@first-bounce/contract/leagues/official-leagues";
import type { UserId } from "@first-bounce/rules/ids";
import {
	BEST_LEAGUES,
	type BestLeague,
	type BestPercent,
	isBestLeague,
} from "@first-bounce/rules/rankings/best-of-season";
import { refuse } from "../../../plugins/refusal.ts";
import { getRankings, type RankingServices } from "../service.ts";
import { deleteOfficialMember, getOfficialMembership, insertOfficialMember } from "./queries.ts";

/**
 * Lists the official leagues of a user's club and state, and those of last season's best that she earned. Their ladders are
 * rankings, which are in memory for any number of teams; joining only stores that the league is listed among the user's
 * leagues.
 */
export async function listOfficialLeagues(services: RankingServices, userId: UserId): Promise<OfficialLeague[]> {
	const { seasonId } = services.currentSeason();
	const [{ squadId, state, joined }, best] = await Promise.all([
		getOfficialMembership(services.pool, seasonId, userId),
		services.loadBestManagers(seasonId),
	]);
	const buildLeague = async (
		kind: OfficialLeagueKind,
		filter: { squadId: number } | { state: NonNullable<typeof state> } | { best: BestPercent } | null,
		earned: OfficialLeague["earned"] = null,
	): Promise<OfficialLeague> => {
		const query = { order: "totalPoints", direction: "desc", page: 1, limit: 1, roundId: 0 } as const;
		const ladder = filter ? await getRankings(services, { ...query, ...filter }, userId) : null;
		const isJoined = filter !== null && joined.includes(kind);
		return {
			kind,
			squadId: kind === "club" ? squadId : null,
			state: kind === "state" ? state : null,
			earned,
			isJoined,
			total: ladder?.total ?? 0,
			rank: isJoined ? (ladder?.currentUserRanking?.rank ?? null) : null,
		};
	};
	const bestLeagues = (Object.keys(BEST_LEAGUES) as BestLeague[]).flatMap((kind) => {
		const percent = BEST_LEAGUES[kind];
		const rank = best?.ranks[percent].get(userId);
		if (!best || rank === undefined) return [];
		const { seasonId: before, seasonName } = best;
		return [buildLeague(kind, { best: percent }, { seasonId: before, seasonName, rank })];
	});
	return Promise.all([
		buildLeague("club", squadId === null ? null : { squadId }),
		buildLeague("state", state === null ? null : { state }),
		...bestLeagues,
	]);
}

/** Refuses those who did not finish among the best of the season before. */
async function requireEarned(services: RankingServices, userId: UserId, kind: BestLeague): Promise<void> {
	const percent = BEST_LEAGUES[kind];
	const best = await services.loadBestManagers(services.currentSeason().seasonId);
	if (!best) throw refuse(409, "official-league-no-season-before");
	if (!best.ranks[percent].has(userId))
		throw refuse(403, "official-league-not-earned", { percent, season: best.seasonName });
}

/** Joins the league of the user's club or state, or of last season's best; refuses a league that is not hers. Idempotent. */
export async function joinOfficialLeague(services: RankingServices, userId: UserId, kind: OfficialLeagueKind) {
	const { pool, currentSeason } = services;
	const { seasonId } = currentSeason();
	if (isBestLeague(kind)) await requireEarned(services, userId, kind);
	else {
		const { squadId, state } = await getOfficialMembership(pool, seasonId, userId);
		if ((kind === "club" ? squadId : state) === null) throw refuse(409, `official-league-no-${kind}`);
	}
	await insertOfficialMember(pool, seasonId, userId, kind);
}

export async function leaveOfficialLeague(
	{ pool, currentSeason }: RankingServices,
	userId: UserId,
	kind: OfficialLeagueKind,
): Promise<void> {
	await deleteOfficialMember(pool, currentSeason().seasonId, userId, kind);
}
