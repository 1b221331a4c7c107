import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { touchSeason } from "../seasons/current/season-version-queries.ts";
import { buildSeasonData } from "../seasons/generator/build-season-data.ts";
import type { GeneratedSeason } from "../seasons/generator/generate-season.ts";
import { buildSeasonTables } from "../seasons/import/merge/season-tables.ts";
import { saveChanges } from "../seasons/import/season-row-queries.ts";
import type { Origin } from "./demo-seasons.ts";
import { closeCurrentSeason, createSeason } from "./queries.ts";

/** Saves a generated season without results and makes it the current one. */
export const saveGeneratedSeason = (db: Kysely<Tables>, season: GeneratedSeason, origin: Origin): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await closeCurrentSeason(transaction);
		await createSeason(transaction, {
			id: season.id,
			name: season.name,
			rules: JSON.stringify(season.rules),
			is_current: true,
			is_demo: true,
			generated_from: JSON.stringify(origin),
		});
		const tables = buildSeasonTables(buildSeasonData(season, 0));
		await saveChanges(
			transaction,
			season.id,
			tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] })),
		);
		await touchSeason(transaction, season.id);
	});
