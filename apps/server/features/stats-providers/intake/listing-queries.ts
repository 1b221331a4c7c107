import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Db, MatchKey } from "../../../db/tables/tables.ts";
import type { MatchListing } from "../feed.ts";

/**
 * Saves how the provider's fixture lists a match, and since when. A round that lacks the match changes nothing if another round
 * lists it.
 */
export async function saveListing(
	trx: Db,
	{ seasonId, matchId }: MatchKey,
	{ state, status, roundId }: MatchListing,
	at: Date,
): Promise<void> {
	await trx
		.updateTable("matches")
		.set({ listed_as: state, listed_status: status, listed_round: roundId, listed_since: at })
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.where((eb) =>
			eb.or([
				eb("listed_as", "is distinct from", state),
				eb("listed_status", "is distinct from", status),
				eb("listed_round", "is distinct from", roundId),
			]),
		)
		.$if(state === "not-listed", (query) =>
			query.where((eb) => eb.or([eb("listed_round", "is", null), eb("listed_round", "=", roundId)])),
		)
		.execute();
}

/** What an operator has to decide about a match that the provider lists in another way than the season. */
export interface ListingProblem {
	readonly matchId: MatchId;
	readonly roundId: RoundId;
	/**
	 * `no-stats`: it is over and a club has no stats. `not-listed`: its round no longer lists it. `other-round`: another round
	 * lists it. `other-status`: it is postponed, cancelled, or has a status that is not known.
	 */
	readonly kind: "no-stats" | "not-listed" | "other-round" | "other-status";
	/** The provider's word for its status; empty if it is not listed. */
	readonly status: string;
	readonly listedRound: RoundId | null;
	/** Season time since when the provider has had it so. */
	readonly since: SeasonTime;
}

/** Lists the open matches of unpublished rounds that the provider lists in another way than the season, in order. */
export async function listListingProblems(db: Db, seasonId: number): Promise<ListingProblem[]> {
	const rows = await db
		.selectFrom("matches as m")
		.innerJoin("rounds as r", (join) => join.onRef("r.season_id", "=", "m.season_id").onRef("r.id", "=", "m.round_id"))
		.where("m.season_id", "=", seasonId)
		.where("m.status", "<>", "complete")
		.where("m.is_abandoned", "=", false)
		.where("r.status", "<>", "complete")
		.where("m.listed_as", "is not", null)
		.select(["m.id", "m.round_id", "m.listed_as", "m.listed_status", "m.listed_round", "m.listed_since"])
		.orderBy("m.starts_at")
		.orderBy("m.id")
		.execute();
	return rows.flatMap((row): ListingProblem[] => {
		const kind = getProblemKind(row.listed_as, row.listed_round !== null && row.listed_round !== row.round_id);
		if (!kind) return [];
		const since = row.listed_since?.getTime() ?? 0;
		return [
			{
				matchId: row.id,
				roundId: row.round_id,
				kind,
				status: row.listed_status ?? "",
				listedRound: row.listed_round,
				since,
			},
		];
	});
}

function getProblemKind(state: MatchListing["state"] | null, isInOtherRound: boolean): ListingProblem["kind"] | null {
	if (state === "not-listed") return isInOtherRound ? null : "not-listed";
	if (isInOtherRound) return "other-round";
	if (state === "over") return "no-stats";
	return state === "other" ? "other-status" : null;
}
