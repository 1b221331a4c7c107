import type { Database } from "../../../db/open.ts";
import { listMatchLines } from "./corrected-lines.ts";
import { createStatLines, findMatchStatus, listStartedMatches, saveMatchEnd } from "./queries.ts";

type Connections = Pick<Database, "db" | "pool">;

/**
 * Ends the matches of the copy that no payload ends: abandoned ones, and those whose stats were imported. Returns how many
 * were imported.
 */
export async function endMatches(source: Connections, copy: Connections, seasonId: number): Promise<number> {
	const matches = await listStartedMatches(source.db, seasonId);
	let importedCount = 0;
	for (const { id, status, is_abandoned, completed_at } of matches) {
		const copiedMatch = await findMatchStatus(copy.db, seasonId, id);
		const isImported = copiedMatch?.status === "scheduled" && !is_abandoned;
		if (isImported) {
			importedCount++;
			const lines = await listMatchLines(source.db, seasonId, id);
			if (lines.length > 0) await createStatLines(copy.db, lines);
		}
		if (isImported || is_abandoned) await saveMatchEnd(copy.db, seasonId, id, { status, is_abandoned, completed_at });
	}
	return importedCount;
}
