import type { MatchId, RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { loadCurrentSeason } from "./load-season-snapshot.ts";
import { NoSeasonError } from "./season-holder.ts";
import type { SeasonSnapshot, SnapshotMatch } from "./season-snapshot.ts";

/** Loads the current season. Throws NoSeasonError if there is none. */
export async function requireCurrentSeason(db: Db): Promise<SeasonSnapshot> {
	const season = await loadCurrentSeason(db);
	if (!season) throw new NoSeasonError();
	return season;
}

/** Finds a round. Refuses with 404 if the season has no such round. */
export function requireRound<Round extends { readonly id: RoundId }>(
	{ rounds }: { readonly rounds: readonly Round[] },
	roundId: RoundId,
): Round {
	const round = findRound(rounds, roundId);
	if (!round) throw refuse(404, "round-unknown");
	return round;
}

/** Finds a match. Refuses with 404 if the season has no such match. */
export function requireMatch({ rounds }: Pick<SeasonSnapshot, "rounds">, matchId: MatchId): SnapshotMatch {
	const match = rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
	if (!match) throw refuse(404, "match-unknown");
	return match;
}
