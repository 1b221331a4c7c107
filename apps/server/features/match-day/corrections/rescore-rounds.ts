import type { RoundId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { RowSource } from "../../standings/copy-queries.ts";
import { computeFinalStandings, type FinalStandings } from "../../standings/final-standings.ts";
import {
	loadPublishedDraftPoints,
	loadPublishedStandings,
	type PublishedStandings,
} from "../../standings/standings-queries.ts";

/** A round's standings before and after a correction. */
export interface RescoredRound {
	readonly roundId: RoundId;
	readonly isPublished: boolean;
	readonly before: Pick<PublishedStandings, "count" | "teamIds" | "standings"> & Pick<FinalStandings, "draftPoints">;
	readonly after: FinalStandings;
}

/** Picks the part of final standings that is known of published ones too. */
export const pickStandings = ({ lineups, standings, draftPoints }: FinalStandings): RescoredRound["before"] => ({
	count: lineups.count,
	teamIds: lineups.teamIds,
	standings,
	draftPoints,
});

async function loadPublished(source: RowSource, seasonId: number, roundId: RoundId): Promise<RescoredRound["before"]> {
	const standings = await loadPublishedStandings(source, seasonId, roundId);
	return { ...standings, draftPoints: await loadPublishedDraftPoints(source, seasonId, roundId) };
}

/**
 * Computes, from the stats in `after`, the standings of a round and of every later one that has started. Each round's
 * totals build on those of the round before. Saves nothing.
 */
export async function* rescoreRounds(
	source: RowSource,
	season: { readonly before: SeasonSnapshot; readonly after: SeasonSnapshot },
	firstRoundId: RoundId,
): AsyncGenerator<RescoredRound> {
	let previous: FinalStandings | undefined;
	for (const { id, status } of season.after.rounds) {
		if (id < firstRoundId || status === "scheduled") continue;
		const isPublished = status === "complete";
		const before = isPublished
			? await loadPublished(source, season.before.seasonId, id)
			: pickStandings(await computeFinalStandings(source, season.before, id));
		const after = await computeFinalStandings(source, season.after, id, previous);
		yield { roundId: id, isPublished, before, after };
		previous = after;
	}
}
