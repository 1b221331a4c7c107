import { createIdLookup as createRowLookup } from "@first-bounce/contract/operator/id-lookup";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";

/** Two matches of the same squads whose starts differ by more are different matches. */
const MAX_START_DIFFERENCE_MS = 4 * DAY_MS;

/** Maps the provider's ids to the season's. */
export interface IdLookup {
	readonly findSquadId: (providerId: string) => SquadId | undefined;
	readonly findPlayerId: (providerId: string) => PlayerId | undefined;
	/** A match with this provider id. */
	readonly findMatch: (providerId: string) => SnapshotMatch | undefined;
	/** The match of two squads at about this time, for a match without a provider id. */
	readonly findMatchBySquads: (home: SquadId, away: SquadId, at: number) => SnapshotMatch | undefined;
}

export function createIdLookup(season: SeasonSnapshot): IdLookup {
	const matches = season.rounds.flatMap((round) => round.matches);
	const findSquads = createRowLookup(season.squads);
	const findPlayers = createRowLookup(season.players.values());
	return {
		findSquadId: (providerId) => findSquads(providerId)[0]?.id,
		findPlayerId: (providerId) => findPlayers(providerId)[0]?.id,
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
