import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listMatchLineRows, saveStatLine } from "../corrections/queries.ts";
import { findSquadInMatch, getMatch } from "../corrections/validate-correction.ts";

/** Saves corrected lines and recomputes nothing: `verifyRound` recomputes rounds itself. Returns the match's round. */
export async function restoreCorrectedLines(
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	{
		matchId,
		lines,
	}: {
		readonly matchId: MatchId;
		readonly lines: readonly { readonly playerId: PlayerId; readonly stats: StatLine | null }[];
	},
): Promise<RoundId> {
	const match = getMatch(season, matchId);
	for (const { playerId, stats } of lines) {
		const squadId = findSquadInMatch(season, match, playerId) ?? match.homeSquadId;
		await saveStatLine(db, { seasonId: season.seasonId, matchId, playerId, squadId, stats });
	}
	return match.roundId;
}

/** Lists a match's stat lines, ready to be inserted elsewhere. */
export async function listMatchLines(db: Kysely<Tables>, seasonId: number, matchId: MatchId) {
	const rows = await listMatchLineRows(db, seasonId, matchId);
	return rows.map(({ other, ...row }) => ({ ...row, other: JSON.stringify(other) }));
}
