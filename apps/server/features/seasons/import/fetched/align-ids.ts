import type { SeasonData } from "../files/season-data.ts";
import type { TableRow } from "../merge/season-tables.ts";

type WithProviderId = { readonly id: number; readonly providerId?: string | null };

/**
 * Maps ids of a fetched season to those of the stored rows with the same provider's id. A row whose id belongs to another stored
 * row, as can happen in a season with ids of its own, gets an unused id.
 */
function mapIds<Fetched extends WithProviderId>(
	fetched: readonly Fetched[],
	stored: readonly TableRow[],
	isSame: (row: Fetched, storedRow: TableRow) => boolean = () => false,
): ReadonlyMap<number, number> {
	const storedById = new Map(stored.map((row) => [Number(row.id), row]));
	const idByProviderId = new Map(
		stored.flatMap(({ id, provider_id }) => (provider_id ? [[String(provider_id), Number(id)] as const] : [])),
	);
	/** The ids of the stored rows that have been fetched. */
	const foundIds = new Set(fetched.map(({ providerId }) => idByProviderId.get(providerId ?? "")));
	let lastId = Math.max(0, ...storedById.keys(), ...fetched.map(({ id }) => id));
	return new Map(
		fetched.flatMap((row) => {
			const storedId = row.providerId ? idByProviderId.get(row.providerId) : undefined;
			if (storedId !== undefined) return storedId === row.id ? [] : [[row.id, storedId] as const];
			const storedRow = row.providerId ? storedById.get(row.id) : undefined;
			const isOther = storedRow?.provider_id && (foundIds.has(row.id) || !isSame(row, storedRow));
			return isOther ? [[row.id, ++lastId] as const] : [];
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
	const getSquad = (id: number) => squads.get(id) ?? id;
	// The provider gives a match another id when it changes its round or clubs' sides, but keeps its number.
	const matches = mapIds(season.matches, stored.matches, ({ homeSquadId, awaySquadId }, row) => {
		const clubs = [row.home_squad_id, row.away_squad_id];
		return [homeSquadId, awaySquadId].every((squadId) => clubs.includes(getSquad(squadId)));
	});
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
