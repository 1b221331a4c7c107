import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { listSquadMatches } from "@first-bounce/rules/round/squad-status";
import type { Season } from "../api/season-model.ts";

/** A line of a player's season: a match she played, one of her squad's that she did not, or a bye. */
export type MatchRow =
	| { readonly kind: "match"; readonly roundId: number; readonly match: PlayerStatsFile[number] }
	| { readonly kind: "missed"; readonly roundId: number; readonly matchId: number; readonly opponentId: number }
	| { readonly kind: "bye"; readonly roundId: number };

/** Her season match by match, the newest first; a match that is still to come or being played is not missed yet. */
export function buildMatchRows(
	{ squadId, stats }: PlayerEntry,
	matches: PlayerStatsFile,
	{ rounds }: Pick<Season, "rounds">,
): readonly MatchRow[] {
	const first = Math.min(...Object.keys(stats.prices).map(Number));
	return rounds.toReversed().flatMap((round): MatchRow[] => {
		const played = matches.filter(({ roundId }) => roundId === round.id);
		const rows = played.map((match): MatchRow => ({ kind: "match", roundId: round.id, match }));
		const isHers = (matchId: number) => played.some((match) => match.matchId === matchId);
		const hers = listSquadMatches(squadId, round);
		// What she played for another club says nothing of this one's match.
		if (rows.length > 0 && !hers.some(({ id }) => isHers(id))) return rows;
		if (round.id < first || round.status === "scheduled") return rows;
		if (hers.length === 0) return round.status === "complete" ? [{ kind: "bye", roundId: round.id }] : [];
		const missed = hers
			.filter(({ id, status }) => status === "complete" && !isHers(id))
			.map(({ id, homeSquadId, awaySquadId }): MatchRow => {
				const opponentId = homeSquadId === squadId ? awaySquadId : homeSquadId;
				return { kind: "missed", roundId: round.id, matchId: id, opponentId };
			});
		return [...rows, ...missed];
	});
}
