import type { SuccessOf } from "@first-bounce/contract/call";
import type { RoundOpponent, RoundPlayers, showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import type { MatchFile, StatEventEntry } from "@first-bounce/contract/stats/static-data";

export const EVENT_FILTERS = ["mine", "matchUp", "league", "all"] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

/** An event with its match. Its id stays the same when the file is fetched again. */
export interface MatchEvent extends StatEventEntry {
	readonly id: string;
	readonly matchId: number;
}

/** The managers who have a player: the viewer, with the player's role, her opponents, or anyone in her leagues. */
export interface PlayerOwners {
	readonly ownRole: "captain" | "vice-captain" | "field" | "bench" | null;
	readonly opponents: readonly RoundOpponent[];
	readonly isInLeague: boolean;
}

export type RoundOwners = SuccessOf<typeof showRoundPlayers>;

function getOwnRole(id: number, ownPlayers: RoundPlayers | null): PlayerOwners["ownRole"] {
	if (!ownPlayers) return null;
	if (ownPlayers.benchIds.includes(id)) return "bench";
	if (!ownPlayers.fieldIds.includes(id)) return null;
	if (ownPlayers.captainId === id) return "captain";
	return ownPlayers.viceCaptainId === id ? "vice-captain" : "field";
}

/** Looks up who has a player in the round; nobody until the owners have loaded. */
export function createOwnersLookup(owners: RoundOwners | undefined): (id: number) => PlayerOwners {
	const league = new Set(owners?.leaguePlayerIds);
	return (id) => ({
		ownRole: getOwnRole(id, owners?.own ?? null),
		opponents: (owners?.opponents ?? []).filter(
			({ fieldIds, benchIds }) => fieldIds.includes(id) || benchIds.includes(id),
		),
		isInLeague: league.has(id),
	});
}

/** The filters that can show events for this viewer, in the order of the chips. */
export const listFilters = (owners: RoundOwners | undefined): readonly EventFilter[] =>
	EVENT_FILTERS.filter(
		(filter) =>
			filter === "all" ||
			(filter === "mine" && owners?.own) ||
			(filter === "matchUp" && owners && owners.opponents.length > 0) ||
			(filter === "league" && owners && owners.leaguePlayerIds.length > 0),
	);

const isShown = ({ ownRole, opponents, isInLeague }: PlayerOwners, filter: EventFilter): boolean => {
	if (filter === "all") return true;
	if (filter === "league") return isInLeague;
	return ownRole !== null || (filter === "matchUp" && opponents.length > 0);
};

/** The matches' events for the players that a filter includes, newest first. */
export const listEvents = (
	files: readonly MatchFile[],
	filter: EventFilter,
	getPlayerOwners: (id: number) => PlayerOwners,
): readonly MatchEvent[] =>
	files
		.flatMap(({ id: matchId, events }) =>
			events.map((event) => ({ ...event, matchId, id: `${matchId}/${event.number}` })),
		)
		.filter(({ playerId }) => isShown(getPlayerOwners(playerId), filter))
		.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.matchId - a.matchId || b.number - a.number);
