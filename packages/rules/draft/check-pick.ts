import type { PlayerId, TeamId } from "../ids.ts";
import { cacheByPositions, countFillable, countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { type DraftPick, type DraftState, findActivePick } from "./draft-board.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";

/** The present state of a draft, with all players of the season. */
export interface DraftSituation {
	readonly state: DraftState;
	/** All picks, by number. */
	readonly picks: readonly DraftPick[];
	readonly players: readonly DraftPlayer[];
	readonly rules: SquadRules;
}

/** Why a pick is refused. `overall` is the number of the pick that is on the clock. */
export type PickProblem =
	| { readonly code: "draft-not-live"; readonly state: DraftState }
	| { readonly code: "unknown-pick" }
	| { readonly code: "pick-made"; readonly overall: number | null; readonly playerId: PlayerId }
	| { readonly code: "not-on-the-clock"; readonly overall: number | null }
	| { readonly code: "unknown-player" }
	| { readonly code: "player-taken"; readonly teamId: TeamId; readonly overall: number }
	| { readonly code: "position-full" }
	| { readonly code: "squad-not-completable" };

/** Lists the players of each team that has a pick, including teams without players. */
export function listSquads({ picks, players }: Pick<DraftSituation, "picks" | "players">): Map<TeamId, DraftPlayer[]> {
	const squads = new Map<TeamId, DraftPlayer[]>(picks.map(({ teamId }) => [teamId, []]));
	const byId = new Map(players.map((player) => [player.id, player]));
	for (const { teamId, playerId } of picks) {
		const player = playerId === null ? undefined : byId.get(playerId);
		if (player) squads.get(teamId)?.push(player);
	}
	return squads;
}

/** Lists the players whom nobody has picked. */
export function listFreePlayers<Known extends DraftPlayer>(
	picks: readonly DraftPick[],
	players: readonly Known[],
): Known[] {
	const taken = new Set(picks.map(({ playerId }) => playerId));
	return players.filter(({ id }) => !taken.has(id));
}

/**
 * Creates a function that checks whether a team may take a free player, for people and robots alike
 * (docs/game-rules.md#legal-picks): the teams must be able to fill as many places afterwards as before. That is all places, unless
 * players have left or changed their positions since the start. Players with the same positions are checked once.
 */
export function createPlayerCheck(
	situation: Pick<DraftSituation, "picks" | "players" | "rules">,
	teamId: TeamId,
): (player: DraftPlayer) => "position-full" | "squad-not-completable" | null {
	const { rules } = situation;
	const squads = listSquads(situation);
	const own = squads.get(teamId) ?? [];
	const others = [...squads].filter(([id]) => id !== teamId).map(([, squad]) => squad);
	const free = listFreePlayers(situation.picks, situation.players);
	const places = (others.length + 1) * getSquadSize(rules);
	let fillable: number | null = null;
	/** Whether the teams can fill as many places with a player in the squad as before. */
	const keepsPlaces = (squad: readonly DraftPlayer[], left: readonly DraftPlayer[]): boolean => {
		const filled = countFillable([...others, squad], left, rules);
		if (filled === places) return true;
		fillable ??= countFillable([...others, own], free, rules);
		return filled === fillable;
	};
	return cacheByPositions((player) => {
		const squad = [...own, player];
		const left = free.filter(({ id }) => id !== player.id);
		if (keepsPlaces(squad, left)) return null;
		return countPlaced(squad, rules) > countPlaced(own, rules) ? "squad-not-completable" : "position-full";
	});
}

/**
 * Finds why a team may not pick a player; null if it may. A skipped pick may be made at any time, any other only while it is on
 * the clock.
 */
export function checkPick(
	situation: DraftSituation,
	{ teamId, overall, playerId }: { readonly teamId: TeamId; readonly overall: number; readonly playerId: PlayerId },
): PickProblem | null {
	const { state, picks, players } = situation;
	if (state !== "live") return { code: "draft-not-live", state };
	const active = findActivePick(picks);
	const pick = picks.find((candidate) => candidate.overall === overall);
	if (!pick) return { code: "unknown-pick" };
	if (pick.playerId !== null) return { code: "pick-made", overall: active?.overall ?? null, playerId: pick.playerId };
	if (pick.teamId !== teamId || (pick !== active && !pick.isSkipped))
		return { code: "not-on-the-clock", overall: active?.overall ?? null };
	const player = players.find(({ id }) => id === playerId);
	if (!player) return { code: "unknown-player" };
	const taken = picks.find((candidate) => candidate.playerId === playerId);
	if (taken) return { code: "player-taken", teamId: taken.teamId, overall: taken.overall };
	const problem = createPlayerCheck(situation, teamId)(player);
	return problem && { code: problem };
}
