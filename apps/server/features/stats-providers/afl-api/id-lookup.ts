import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";

/** Two matches of the same squads whose starts differ by more are different matches. */
const MAX_START_DIFFERENCE_MS = 4 * DAY_MS;

export type ProviderLookup = ReturnType<typeof createProviderLookup>;

/** Creates functions that find clubs, players and matches of the season by the provider's ids. */
export function createProviderLookup(season: SeasonSnapshot) {
	const matches = season.rounds.flatMap((round) => round.matches);
	const findSquads = createIdLookup(season.squads);
	const findPlayers = createIdLookup(season.players.values());
	return {
		findSquadId: (providerId: string): SquadId | undefined => findSquads(providerId)[0]?.id,
		findPlayerId: (providerId: string): PlayerId | undefined => findPlayers(providerId)[0]?.id,
		findMatch: (providerId: string) => matches.find((match) => match.providerId === providerId),
		/** The match of two squads at about this time, for a match without a provider id. */
		findMatchBySquads: (home: SquadId, away: SquadId, at: number) =>
			matches.find(
				(match) =>
					match.homeSquadId === home &&
					match.awaySquadId === away &&
					Math.abs(match.startsAt - at) <= MAX_START_DIFFERENCE_MS,
			),
	};
}
