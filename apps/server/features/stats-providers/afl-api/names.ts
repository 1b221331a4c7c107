import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import { trailingNumber } from "../../seasons/import/find-match.ts";

const DAY = 86_400_000;
/** A match of these squads further away than this from the source's start is another one. */
const SAME_MATCH_WITHIN = 4 * DAY;

/** Whom the source's ids mean: by their own column, else by the number at their end. */
export interface Names {
	readonly squad: (providerId: string) => SquadId | undefined;
	readonly player: (providerId: string) => PlayerId | undefined;
	/** A match the season knows by that name. */
	readonly match: (providerId: string) => SnapshotMatch | undefined;
	/** The match two squads play about then, for one that has no name yet. */
	readonly meeting: (home: SquadId, away: SquadId, at: number) => SnapshotMatch | undefined;
}

function byProviderId(things: Iterable<{ readonly id: number; readonly providerId: string | null }>) {
	const named = new Map<string, number>();
	const numbers = new Set<number>();
	for (const { id, providerId } of things) {
		if (providerId !== null) named.set(providerId, id);
		numbers.add(id);
	}
	return (name: string): number | undefined => {
		const number = trailingNumber(name);
		return named.get(name) ?? (number !== null && numbers.has(number) ? number : undefined);
	};
}

export function namesOf(game: SeasonSnapshot): Names {
	const matches = game.rounds.flatMap((round) => round.matches);
	return {
		squad: byProviderId(game.squads),
		player: byProviderId(game.players.values()),
		match: (providerId) => matches.find((match) => match.providerId === providerId),
		meeting: (home, away, at) =>
			matches.find(
				(match) =>
					match.homeSquadId === home &&
					match.awaySquadId === away &&
					Math.abs(match.startsAt - at) <= SAME_MATCH_WITHIN,
			),
	};
}
