import type { PlayerEntry, PlayersFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Season } from "../api/season-model.ts";
import { getFullName } from "./player-format.ts";

const counts = new WeakMap<PlayersFile, ReadonlyMap<string, number>>();

function countLastNames(players: PlayersFile): ReadonlyMap<string, number> {
	const known = counts.get(players);
	if (known) return known;
	const counted = new Map<string, number>();
	for (const { lastName } of players) counted.set(lastName, (counted.get(lastName) ?? 0) + 1);
	counts.set(players, counted);
	return counted;
}

/** A player's last name, with the first name where others of the season share it. */
export function getShortName(id: PlayerId, { playerById, players }: Season): string {
	const player: PlayerEntry | undefined = playerById.get(id);
	if (!player) return "";
	const isShared = (countLastNames(players).get(player.lastName) ?? 0) > 1;
	return isShared ? getFullName(player) : player.lastName;
}
