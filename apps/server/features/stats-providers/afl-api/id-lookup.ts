import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { parseTrailingNumber } from "../../seasons/import/files/find-match.ts";

const DAY_MS = 86_400_000;
/** A match of these squads further away than this from the source's start is another one. */
const MAX_START_DIFFERENCE_MS = 4 * DAY_MS;

/** Whom the source's ids mean: by their own column, else by the number at their end. */
export interface IdLookup {
	readonly findSquadId: (providerId: string) => SquadId | undefined;
	readonly findPlayerId: (providerId: string) => PlayerId | undefined;
	/** A match the season knows by that name. */
	readonly findMatch: (providerId: string) => SnapshotMatch | undefined;
	/** The match two squads play about then, for one that has no name yet. */
	readonly findMatchBySquads: (home: SquadId, away: SquadId, at: number) => SnapshotMatch | undefined;
}

function createProviderIdLookup(things: Iterable<{ readonly id: number; readonly providerId: string | null }>) {
	const named = new Map<string, number>();
	const numbers = new Set<number>();
	for (const { id, providerId } of things) {
		if (providerId !== null) named.set(providerId, id);
		numbers.add(id);
	}
	return (name: string): number | undefined => {
		const number = parseTrailingNumber(name);
		return named.get(name) ?? (number !== null && numbers.has(number) ? number : undefined);
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
