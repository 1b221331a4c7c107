import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY, hasSquadFinished, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";

/** Returns a lookup of each player's result in a round. Unknown players did not play. */
export function createPlayerRoundLookup(
	season: Pick<SeasonSnapshot, "players" | "squads">,
	round: Round,
): (id: PlayerId) => PlayerRound {
	const hasFinished = new Map(season.squads.map(({ id }) => [id, hasSquadFinished(round, id)]));
	return (id) => {
		const player = season.players.get(id);
		const points = player?.scores.get(round.id);
		if (points !== undefined) return { state: "played", points };
		return player && hasFinished.get(getSquadInRound(player, round.id)) === false ? TO_COME : DID_NOT_PLAY;
	};
}

/** Returns a lookup of the positions that players had in a round, which may differ from today's. */
export function createPositionLookup(
	{ players }: Pick<SeasonSnapshot, "players">,
	roundId: RoundId,
): (id: PlayerId) => readonly Line[] {
	return (id) => {
		const player = players.get(id);
		return player ? getPositionsInRound(player.positionHistory, roundId) : [];
	};
}
