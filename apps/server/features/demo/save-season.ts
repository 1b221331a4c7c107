import type { Db } from "../../db/tables/tables.ts";
import { incrementDataVersion } from "../seasons/current/season-version-queries.ts";
import type { SeasonData } from "../seasons/import/files/season-data.ts";
import { buildSeasonTables } from "../seasons/import/merge/season-tables.ts";
import { saveChanges } from "../seasons/import/season-row-queries.ts";
import type { SeasonSource } from "./demo-seasons.ts";
import { closeCurrentSeason, createSeason } from "./queries.ts";

/** Saves a season without results as a demo and makes it the current one. */
export const saveDemoSeason = (db: Db, season: SeasonData, source: SeasonSource): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await closeCurrentSeason(transaction);
		await createSeason(transaction, {
			id: season.id,
			name: season.name,
			rules: JSON.stringify(season.rules),
			is_current: true,
			is_demo: true,
			generated_from: JSON.stringify(source),
		});
		const tables = buildSeasonTables(season);
		await saveChanges(
			transaction,
			season.id,
			tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] })),
		);
		await incrementDataVersion(transaction, season.id);
	});
