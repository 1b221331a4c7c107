import { createPlayerMatcher } from "../../features/operator/player-imports/match-player.ts";
import type { OperatorServices } from "../../features/operator/services.ts";
import { formatLine } from "../command-builders.ts";
import { CommandRefusedError } from "../output/output.ts";

export const PLAYER_HELP = "her id, or her name if no other player has it";

const MAX_LISTED = 5;

/** Finds the id of a player by it, by the provider's id or by name. Refuses the command, with candidates, if that is not one player. */
export function findPlayerId({ seasons }: Pick<OperatorServices, "seasons">, text: string): number {
	// An unknown id is refused by what uses it.
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	const season = seasons.current();
	const matcher = createPlayerMatcher(season);
	const found = matcher.findByName(text);
	const [player, ...others] = /^CD_I\d+$/i.test(text) ? [matcher.findById(text)] : found;
	if (player && others.length === 0) return player.id;
	const similar = matcher.findSimilar(text).slice(0, MAX_LISTED);
	const clubs = new Map(season.squads.map(({ id, name }) => [id, name]));
	const list = (players: typeof similar) =>
		players.map(({ id, name, squadId }) => formatLine(id, name, clubs.get(squadId)));
	if (found.length > 0)
		throw new CommandRefusedError(`Several players are called ${text}; use an id:`, ...list([...found]));
	if (similar.length === 0)
		throw new CommandRefusedError(
			`No player is called ${text}, and none has a similar name. "player list" shows them.`,
		);
	throw new CommandRefusedError(
		`No player is called ${text}. Players with a similar name and their ids:`,
		...list(similar),
	);
}
