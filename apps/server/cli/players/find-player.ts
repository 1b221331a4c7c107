import { createPlayerMatcher } from "../../features/operator/player-imports/match-player.ts";
import type { OperatorServices } from "../../features/operator/services.ts";
import { formatLine } from "../command-builders.ts";
import { CommandRefusedError } from "../output/output.ts";

export const PLAYER_HELP = "her id, or her full name if it is unique";

const MAX_LISTED = 5;

/**
 * Finds a player's id by her id, her provider's id or her name.
 *
 * @throws CommandRefusedError with candidates, if the name is unknown or ambiguous
 */
export function findPlayerId({ seasons }: Pick<OperatorServices, "seasons">, text: string): number {
	// Ids are not checked here: the use case that gets one refuses an unknown player.
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	const season = seasons.current();
	const matcher = createPlayerMatcher(season);
	const found = matcher.findByName(text);
	const [player, ...others] = /^CD_I\d+$/i.test(text) ? [matcher.findById(text)] : found;
	if (player && others.length === 0) return player.id;
	const similar = matcher.findSimilar(text).slice(0, MAX_LISTED);
	const clubs = new Map(season.squads.map(({ id, name }) => [id, name]));
	const formatPlayers = (players: typeof similar) =>
		players.map(({ id, name, squadId }) => formatLine(id, name, clubs.get(squadId)));
	if (found.length > 0)
		throw new CommandRefusedError(`Several players are called ${text}; use an id:`, ...formatPlayers([...found]));
	if (similar.length === 0)
		throw new CommandRefusedError(
			`No player is called ${text}, and none has a similar name. "player list" shows them.`,
		);
	throw new CommandRefusedError(
		`No player is called ${text}. Players with a similar name and their ids:`,
		...formatPlayers(similar),
	);
}
