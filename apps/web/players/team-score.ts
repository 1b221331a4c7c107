import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY, hasSquadFinished, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup, type TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../api/season-model.ts";

/** A player's round according to the static files. */
export function getPlayerRound(entry: PlayerEntry | undefined, round: Round): PlayerRound {
	if (!entry) return DID_NOT_PLAY;
	const points = entry.stats.scores[String(round.id)];
	if (points !== undefined) return { state: "played", points };
	return hasSquadFinished(round, entry.squadId) ? DID_NOT_PLAY : TO_COME;
}

/** The line-up's score in a round, live or final. */
export const computeTeamScore = (lineup: Lineup, round: Round, season: Season): TeamScore =>
	scoreLineup(
		lineup,
		(id) => getPlayerRound(season.playerById.get(id), round),
		(id) => season.lookup(id)?.position ?? [],
		season.rules,
	);
