import type { RoundId, SquadId } from "../ids.ts";
import { findCurrentRound, type Round } from "../round/round.ts";

/** Rules for players who change clubs during a season (docs/game-rules.md#changes-during-the-season). */

/** The club that a player had up to and including the round `untilRound`. */
export interface FormerSquad {
	readonly untilRound: RoundId;
	readonly squadId: SquadId;
}

/** A player's present club and her former ones, in the order of rounds. */
export interface ClubHistory {
	readonly squadId: SquadId;
	readonly formerSquads?: readonly FormerSquad[] | undefined;
}

/** A player's club in a round, which her matches, byes and stats of that round belong to. */
export const getSquadInRound = ({ squadId, formerSquads = [] }: ClubHistory, roundId: RoundId): SquadId =>
	formerSquads.find(({ untilRound }) => roundId <= untilRound)?.squadId ?? squadId;

/**
 * The round from which a change of clubs counts by default: the current one, because players of a locked club cannot change
 * clubs. After the last round it is the number that would follow, and without rounds 1.
 */
export function getClubChangeRoundId(rounds: readonly Round[]): RoundId {
	const round = findCurrentRound(rounds);
	if (!round) return 1;
	return round.status === "complete" ? round.id + 1 : round.id;
}

/** Builds the former clubs of a player who changes clubs from a round on. Her changes from that round on are dropped. */
export function buildFormerSquads(
	history: ClubHistory,
	{ squadId, fromRound }: { readonly squadId: SquadId; readonly fromRound: RoundId },
): readonly FormerSquad[] {
	const untilRound = fromRound - 1;
	const earlier = (history.formerSquads ?? []).filter((former) => former.untilRound < untilRound);
	const last = untilRound < 1 ? [] : [{ untilRound, squadId: getSquadInRound(history, untilRound) }];
	const formerSquads = [...earlier, ...last];
	// Without entries of the club that follows: a player who came back to it has not left it.
	return formerSquads.filter((former, index) => former.squadId !== (formerSquads[index + 1]?.squadId ?? squadId));
}

/** Derives former clubs from the clubs for which a player has stats, in the order of matches. */
export function deriveFormerSquads(
	squadId: SquadId,
	matches: readonly { readonly roundId: RoundId; readonly squadId: SquadId }[],
): readonly FormerSquad[] {
	const lastOfRounds = matches.filter(({ roundId }, index) => matches[index + 1]?.roundId !== roundId);
	return lastOfRounds
		.filter((match, index) => match.squadId !== (lastOfRounds[index + 1]?.squadId ?? squadId))
		.map((match) => ({ untilRound: match.roundId, squadId: match.squadId }));
}
