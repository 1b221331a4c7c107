import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { listSquadMatches } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Season } from "../../api/season-model.ts";

/** A row of a player's season: a match she played, a match of her squad that she missed, or a bye. */
export type MatchRow =
	| { readonly kind: "match"; readonly roundId: number; readonly match: PlayerStatsFile[number] }
	| { readonly kind: "missed"; readonly roundId: number; readonly matchId: number; readonly opponentId: number }
	| { readonly kind: "bye"; readonly roundId: number };

/** Her season by match, newest first, with the club that she had in each round. Only complete matches count as missed. */
export function buildMatchRows(
	player: PlayerEntry,
	matches: PlayerStatsFile,
	{ rounds }: Pick<Season, "rounds">,
): readonly MatchRow[] {
	const firstRoundId = Math.min(...Object.keys(player.stats.prices).map(Number));
	return rounds.toReversed().flatMap((round): MatchRow[] => {
		const played = matches.filter(({ roundId }) => roundId === round.id);
		const rows = played.map((match): MatchRow => ({ kind: "match", roundId: round.id, match }));
		const hasPlayed = (matchId: number) => played.some((match) => match.matchId === matchId);
		const squadId = getSquadInRound(player, round.id);
		const squadMatches = listSquadMatches(squadId, round);
		if (round.id < firstRoundId || round.status === "scheduled") return rows;
		if (squadMatches.length === 0) return round.status === "complete" ? [{ kind: "bye", roundId: round.id }] : [];
		const missed = squadMatches
			.filter(({ id, status }) => status === "complete" && !hasPlayed(id))
			.map(({ id, homeSquadId, awaySquadId }): MatchRow => {
				const opponentId = homeSquadId === squadId ? awaySquadId : homeSquadId;
				return { kind: "missed", roundId: round.id, matchId: id, opponentId };
			});
		return [...rows, ...missed];
	});
}
