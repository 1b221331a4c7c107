import { createPlayerMatcher } from "../../features/operator/player-imports/match-player.ts";
import type { OperatorServices } from "../../features/operator/services.ts";
import { formatLine } from "../command-builders.ts";
import { CommandRefusedError } from "../output/output.ts";

export const PLAYER_HELP = "her id, her provider's id, or her full name if it is unique";

const MAX_LISTED = 5;

/**
 * Finds a player's id by her id, her provider's id or her name.
 *
 * @throws CommandRefusedError with candidates, if the name is unknown or ambiguous
 */
export function findPlayerId({ seasons }: Pick<OperatorServices, "seasons">, text: string): number {
	const season = seasons.current();
	const matcher = createPlayerMatcher(season);
	const byId = matcher.findById(text);
	const found = byId.length > 0 ? byId : matcher.findByName(text);
	const [player, ...others] = found;
	if (player && others.length === 0) return player.id;
	// An unknown id is refused by the command.
	if (!player && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
	const similar = matcher.findSimilar(text).slice(0, MAX_LISTED);
	const clubs = new Map(season.squads.map(({ id, name }) => [id, name]));
	const formatPlayers = (players: typeof similar) =>
		players.map(({ id, name, squadId }) => formatLine(id, name, clubs.get(squadId)));
	const candidates = found.map(({ id, name, squadId, birthday, providerId }) =>
		formatLine(id, name, clubs.get(squadId), birthday, providerId),
	);
	if (byId.length > 0)
		throw new CommandRefusedError(`${text} can be several players; use a name or a provider's id:`, ...candidates);
	if (found.length > 0) throw new CommandRefusedError(`Several players are called ${text}; use an id:`, ...candidates);
	if (similar.length === 0)
		throw new CommandRefusedError(
			`No player is called ${text}, and none has a similar name. "player list" shows them.`,
		);
	throw new CommandRefusedError(
		`No player is called ${text}. Players with a similar name and their ids:`,
		...formatPlayers(similar),
	);
}
