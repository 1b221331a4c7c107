import type { PlayerId, TeamId } from "../ids.ts";
import { mapLines } from "../player.ts";
import { createPlayerCheck, type DraftSituation, listFreePlayers, listSquads } from "./check-pick.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { countByLine, type PlayerWithSeasonPoints, rankFreePlayers } from "./player-values.ts";
import type { SquadRules } from "./squad-rules.ts";

export const AUTOPICK_MODES = ["off", "if-missed", "on"] as const;
/** When the server picks for a team: never, at the deadline, or as soon as the team is on the clock. */
export type AutopickMode = (typeof AUTOPICK_MODES)[number];

/** A manager's private lists, best first. */
export interface PickPreferences {
	readonly queue: readonly PlayerId[];
	readonly ranking: readonly PlayerId[];
	readonly doNotDraft: readonly PlayerId[];
}

export const NO_PREFERENCES: PickPreferences = { queue: [], ranking: [], doNotDraft: [] };

/** Whether a player would give a squad one more player on field. */
function fillsField(squad: readonly DraftPlayer[], player: DraftPlayer, rules: SquadRules): boolean {
	const fieldOnly: SquadRules = { ...rules, bench: mapLines(() => 0), limits: rules.field };
	return countPlaced([...squad, player], fieldOnly) > countPlaced(squad, fieldOnly);
}

/**
 * Chooses a player for a team (docs/game-rules.md#autopick): the first legal one of its queue, of its ranking, and then
 * of the default ranking, where those who fill a place on field come first. Players not to draft are taken only if nobody
 * else is legal. Null if no free player is legal.
 *
 * @param players all players of the season
 */
export function chooseAutopick(
	{
		picks,
		players,
		rules,
	}: Pick<DraftSituation, "picks" | "rules"> & { readonly players: readonly PlayerWithSeasonPoints[] },
	teamId: TeamId,
	{ queue, ranking, doNotDraft }: PickPreferences,
): PlayerId | null {
	const check = createPlayerCheck({ picks, players, rules }, teamId);
	const free = listFreePlayers(picks, players).filter((player) => check(player) === null);
	const legal = new Map(free.map((player) => [player.id, player]));
	const unwanted = new Set(doNotDraft);
	const isWanted = (id: PlayerId) => !unwanted.has(id);
	const chosen = queue.find((id) => legal.has(id)) ?? ranking.filter(isWanted).find((id) => legal.has(id));
	if (chosen !== undefined) return chosen;

	const squads = listSquads({ picks, players });
	const squad = squads.get(teamId) ?? [];
	const context = { teams: squads.size, pickedByLine: countByLine([...squads.values()].flat()) };
	const ranked = rankFreePlayers(listFreePlayers(picks, players), context, rules)
		.map(({ playerId }) => legal.get(playerId))
		.filter((player) => player !== undefined);
	const wanted = ranked.filter(({ id }) => isWanted(id));
	const best = wanted.find((player) => fillsField(squad, player, rules)) ?? wanted[0] ?? ranked[0];
	return best?.id ?? null;
}
