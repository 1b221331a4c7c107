import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { type DraftResult, listDraftResults } from "../../rankings/round-result/service.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";

/** A place on the ladder of a league. */
export interface LadderPlace {
	readonly rank: number;
	readonly teams: number;
}

/** Lists the places of a user's teams on the ladders of draft leagues after a published round, by league id. */
export type ListDraftPlaces = (
	season: SeasonSnapshot,
	key: { readonly userId: UserId; readonly roundId: RoundId },
) => Promise<ReadonlyMap<number, LadderPlace>>;

/** How a draft team went in a round, with its place on the ladder; null in finals, which do not change it. */
export type PlacedDraftResult = DraftResult & { readonly ladder: LadderPlace | null };

/** Loads the results of a user's draft teams in a published round with their places. */
export async function loadDraftResults(
	{ pool, listDraftPlaces }: { readonly pool: Pool; readonly listDraftPlaces: ListDraftPlaces },
	season: SeasonSnapshot,
	key: { readonly userId: UserId; readonly roundId: RoundId },
): Promise<readonly PlacedDraftResult[]> {
	const results = await listDraftResults(pool, { seasonId: season.seasonId, ...key });
	const places = results.length > 0 ? await listDraftPlaces(season, key) : new Map<number, LadderPlace>();
	return results.map((result) => {
		const isRegular = !(result.isGrandFinal || result.isSemiFinal || result.isConsolation);
		return { ...result, ladder: (isRegular && places.get(result.leagueId)) || null };
	});
}

/** The page of a draft team's match-up, or the fixtures of a round in which it had none. */
export const getDraftResultPage = ({ leagueId, roundId, place }: Pick<DraftResult, "leagueId" | "roundId" | "place">) =>
	`/leagues/${leagueId}/${place === null ? `fixtures?round=${roundId}` : `matchup/${roundId}/${place}`}`;
