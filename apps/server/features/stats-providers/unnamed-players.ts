import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";

interface NewStatus {
	readonly playerId: PlayerId;
	readonly status: PlayerStatus;
}

/**
 * Lists the players of a club who are not in its announced team, with the status that follows. The club has announced none unless
 * it names somebody to play: a late out alone is no team.
 */
export function listUnnamedPlayers(
	{ players }: Pick<SeasonSnapshot, "players">,
	squadId: SquadId,
	named: ReadonlyMap<PlayerId, PlayerStatus>,
): NewStatus[] {
	const squadPlayers = [...players.values()].filter((player) => player.squadId === squadId);
	if (!squadPlayers.some(({ id }) => named.get(id) === "playing")) return [];
	return (
		squadPlayers
			.filter(({ id }) => !named.has(id))
			// Injured players keep that status, because an announced team does not say why a player is missing.
			.map(({ id, status }) => ({ playerId: id, status: status === "injured" ? status : "not-playing" }))
	);
}
