import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";

/** The columns of `listPlayerCells`. */
export const PLAYER_COLUMNS = ["player.playerId", "player.givenName", "player.surname", "team.name", "position"];

/** A player's id, name, club and positions as they were in a round. */
export function listPlayerCells(
	{ squads, players }: Pick<SeasonSnapshot, "squads" | "players">,
	id: PlayerId,
	roundId: RoundId,
): { readonly cells: readonly (string | number)[]; readonly squadId: number } {
	const player = players.get(id);
	if (!player) return { cells: [id, "", "", "", ""], squadId: 0 };
	const squadId = getSquadInRound(player, roundId);
	const club = squads.find((squad) => squad.id === squadId)?.name ?? "";
	const positions = getPositionsInRound(player.positionHistory, roundId).join("/");
	return { cells: [player.providerId || id, player.firstName, player.lastName, club, positions], squadId };
}
