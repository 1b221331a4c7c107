import type { SeasonData } from "../files/season-data.ts";
import type { TableRow } from "../merge/season-tables.ts";

type WithProviderId = { readonly id: number; readonly providerId?: string | null };

/** Maps ids of a fetched season to those of the stored rows with the same provider's id. */
function mapIds(fetched: readonly WithProviderId[], stored: readonly TableRow[]): ReadonlyMap<number, number> {
	const storedIds = new Map(
		stored.flatMap(({ id, provider_id }) => (provider_id ? [[String(provider_id), Number(id)] as const] : [])),
	);
	return new Map(
		fetched.flatMap(({ id, providerId }) => {
			const storedId = providerId ? storedIds.get(providerId) : undefined;
			return storedId === undefined || storedId === id ? [] : [[id, storedId] as const];
		}),
	);
}

interface StoredRows {
	readonly squads: readonly TableRow[];
	readonly players: readonly TableRow[];
	readonly matches: readonly TableRow[];
}

/** Gives a fetched season the ids of the stored one, so that a renamed club or a player with another id is recognised. */
export function alignIds(season: SeasonData, stored: StoredRows): SeasonData {
	const squads = mapIds(season.squads, stored.squads);
	const players = mapIds(season.players, stored.players);
	const matches = mapIds(season.matches, stored.matches);
	const getSquad = (id: number) => squads.get(id) ?? id;
	return {
		...season,
		squads: season.squads.map((squad) => ({ ...squad, id: getSquad(squad.id) })),
		players: season.players.map((player) => ({
			...player,
			id: players.get(player.id) ?? player.id,
			squadId: getSquad(player.squadId),
		})),
		matches: season.matches.map((match) => ({
			...match,
			id: matches.get(match.id) ?? match.id,
			homeSquadId: getSquad(match.homeSquadId),
			awaySquadId: getSquad(match.awaySquadId),
		})),
		// A fetched season has no stats.
		stats: [],
	};
}
