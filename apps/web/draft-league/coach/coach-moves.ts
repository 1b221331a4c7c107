import type { ClaimList } from "@first-bounce/contract/draft/waivers";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { countMatchesLeft, type ExpectedPlayer, forecastRoundsLeft } from "@first-bounce/rules/draft/expected-points";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { type SuggestedMove, suggestMoves } from "@first-bounce/rules/draft/suggest-moves";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { Season } from "../../api/season-model.ts";
import { getStateKind } from "../player-state.ts";
import type { LeaguePlayers } from "../use-league-players.ts";

const MOST_SHOWN = 3;

/** What the coach knows of a team and its league. */
export interface CoachedTeam {
	readonly season: Season;
	readonly rules: SquadRules;
	readonly players: LeaguePlayers;
	readonly isLocked: LockCheck;
	/** The team's claims. Players whom they name are not suggested again. */
	readonly claims: readonly Pick<ClaimList["claims"][number], "playerId" | "dropId">[];
}

/** What a player is expected to score in the rounds that are left. */
export function forecastPlayer(
	{ id, position, squadId, status, stats }: PlayerEntry,
	season: Pick<Season, "rounds" | "rules">,
): ExpectedPlayer {
	const { estimate, chanceToPlay } = stats;
	const matches = countMatchesLeft(squadId, season.rounds, season.rules);
	return forecastRoundsLeft({ id, position, estimate, chanceToPlay, status, matches }, season.rules);
}

/** Lists the moves that the coach would make with a team. */
export function listCoachMoves({ season, rules, players, isLocked, claims }: CoachedTeam): readonly SuggestedMove[] {
	const claimed = new Set(claims.map(({ playerId }) => playerId));
	const leaving = new Set(claims.map(({ dropId }) => dropId));
	const forecast = (id: PlayerId) => {
		const player = season.playerById.get(id);
		return player && !player.departed ? [forecastPlayer(player, season)] : [];
	};
	const isTakeable = (id: PlayerId) => ["free", "waivers"].includes(getStateKind(id, players)) && !claimed.has(id);
	return suggestMoves(
		{
			squad: (players.ownTeam?.placedIds ?? []).flatMap(forecast),
			free: [...players.unownedById.keys()].filter(isTakeable).flatMap(forecast),
			rules,
			mayDrop: (id) => !players.protectedIds.has(id) && !isLocked(id) && !leaving.has(id),
		},
		MOST_SHOWN,
	);
}

/** How many rounds are left to play, the next one included. */
export const countRoundsToPlay = ({ rounds, rules }: Pick<Season, "rounds" | "rules">): number =>
	rounds.filter(({ id, status }) => id <= rules.lastRound && status !== "complete").length;
