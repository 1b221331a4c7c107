import type { Database } from "../../../db/open.ts";
import { listMatchLines } from "../../match-day/corrections/stat-lines.ts";

type Connections = Pick<Database, "db" | "pool">;

/**
 * Brings the copy's matches to where they ended: those that were abandoned, and those whose stats came with an import
 * and of which no payload tells. Returns how many those are.
 */
export async function endMatches(source: Connections, copy: Connections, seasonId: number): Promise<number> {
	const matches = await source.db
		.selectFrom("matches as m")
		.where("m.season_id", "=", seasonId)
		.where("m.status", "<>", "scheduled")
		.select(["m.id", "m.status", "m.is_abandoned", "m.completed_at"])
		.execute();
	let imported = 0;
	for (const { id, status, is_abandoned, completed_at } of matches) {
		const known = await copy.db
			.selectFrom("matches")
			.where("season_id", "=", seasonId)
			.where("id", "=", id)
			.select("status")
			.executeTakeFirst();
		const isImported = known?.status === "scheduled" && !is_abandoned;
		if (isImported) {
			imported++;
			const lines = await listMatchLines(source.db, seasonId, id);
			if (lines.length > 0) await copy.db.insertInto("stat_lines").values(lines).execute();
		}
		if (isImported || is_abandoned)
			await copy.db
				.updateTable("matches")
				.set({ status, is_abandoned, completed_at })
				.where("season_id", "=", seasonId)
				.where("id", "=", id)
				.execute();
	}
	return imported;
}
