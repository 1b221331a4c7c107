import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { MatchScore } from "../../stats-providers/feed.ts";
import { type LineChange, saveStatEvents } from "../../stats-providers/stat-events/stat-event-queries.ts";
import { replaceLine } from "../../stats-providers/stat-line-queries.ts";
import { findStatLine, saveCorrection, supersedeReviews, updateScore } from "./queries.ts";
import { findSquadInMatch, type StatCorrection } from "./validate-correction.ts";

export interface SavedCorrection {
	readonly lines: readonly LineChange[];
	/** Null if the score is unchanged. */
	readonly score: { readonly before: MatchScore; readonly after: MatchScore } | null;
}

export interface SaveOptions {
	readonly audit: AuditContext;
	/** The lines come from a feed, whose later reports may change them again. */
	readonly isFromFeed: boolean;
	readonly now: SeasonTime;
}

/** Saves a correction's lines and score, and a stat event for each changed line. Refuses a correction without changes. */
export async function saveMatchCorrection(
	trx: Db,
	season: SeasonSnapshot,
	correction: StatCorrection,
	options: SaveOptions,
): Promise<SavedCorrection> {
	const { matchId, score } = correction;
	const { seasonId } = season;
	const scoreBefore = score ? await updateScore(trx, seasonId, matchId, score) : null;
	const lines = await saveLines(trx, season, correction, options);
	if (lines.length === 0 && !scoreBefore) throw refuse(409, "nothing-corrected");
	const context = {
		isOver: requireMatch(season, matchId).status === "complete",
		at: new Date(options.now),
		rules: season.rules,
	};
	await saveStatEvents(trx, { seasonId, matchId }, lines, context);
	return { lines, score: score && scoreBefore ? { before: scoreBefore, after: score } : null };
}

async function saveLines(
	trx: Db,
	season: SeasonSnapshot,
	{ matchId, lines }: StatCorrection,
	{ audit, isFromFeed }: SaveOptions,
): Promise<readonly LineChange[]> {
	const changed: LineChange[] = [];
	const match = requireMatch(season, matchId);
	for (const { playerId, stats } of lines) {
		const before = await findStatLine(trx, season.seasonId, matchId, playerId);
		const squadId = findSquadInMatch(season, match, playerId) ?? 0;
		const line = { seasonId: season.seasonId, matchId, playerId, squadId, stats };
		await replaceLine(trx, line);
		const after = await findStatLine(trx, season.seasonId, matchId, playerId);
		if (JSON.stringify(before) !== JSON.stringify(after)) changed.push({ playerId, before, after });
		if (isFromFeed) continue;
		await saveCorrection(trx, line, { ...audit, before });
		await supersedeReviews(trx, line);
	}
	return changed;
}
