import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { parseTrailingNumber } from "../../seasons/import/files/find-match.ts";

const DAY_MS = 86_400_000;
/** Two matches of the same squads whose starts differ by more are different matches. */
const MAX_START_DIFFERENCE_MS = 4 * DAY_MS;

/**
 * Maps the provider's ids to the season's, by the column `provider_id` or, for a row without one, by the number at the end
 * of the provider's id. A bare number is the season's own id.
 */
export interface IdLookup {
	readonly findSquadId: (providerId: string) => SquadId | undefined;
	readonly findPlayerId: (providerId: string) => PlayerId | undefined;
	/** A match with this provider id. */
	readonly findMatch: (providerId: string) => SnapshotMatch | undefined;
	/** The match of two squads at about this time, for a match without a provider id. */
	readonly findMatchBySquads: (home: SquadId, away: SquadId, at: number) => SnapshotMatch | undefined;
}

function createProviderIdLookup(rows: Iterable<{ readonly id: number; readonly providerId: string | null }>) {
	const idByProviderId = new Map<string, number>();
	const ownIds = new Map<string, number>();
	const idsWithoutProviderId = new Set<number>();
	for (const { id, providerId } of rows) {
		if (providerId !== null) idByProviderId.set(providerId, id);
		else idsWithoutProviderId.add(id);
		ownIds.set(String(id), id);
	}
	return (providerId: string): number | undefined => {
		const number = parseTrailingNumber(providerId);
		const byNumber = number !== null && idsWithoutProviderId.has(number) ? number : undefined;
		return idByProviderId.get(providerId) ?? ownIds.get(providerId) ?? byNumber;
	};
}

export function createIdLookup(season: SeasonSnapshot): IdLookup {
	const matches = season.rounds.flatMap((round) => round.matches);
	return {
		findSquadId: createProviderIdLookup(season.squads),
		findPlayerId: createProviderIdLookup(season.players.values()),
		findMatch: (providerId) => matches.find((match) => match.providerId === providerId),
		findMatchBySquads: (home, away, at) =>
			matches.find(
				(match) =>
					match.homeSquadId === home &&
					match.awaySquadId === away &&
					Math.abs(match.startsAt - at) <= MAX_START_DIFFERENCE_MS,
			),
	};
}
