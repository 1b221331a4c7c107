import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { touchSeason } from "../seasons/current/queries.ts";
import { buildSeasonData } from "../seasons/generator/build-season-data.ts";
import type { GeneratedSeason } from "../seasons/generator/generate-season.ts";
import { buildSeasonTables } from "../seasons/import/merge/season-tables.ts";
import { saveChanges } from "../seasons/import/queries.ts";
import type { Origin } from "./demo-seasons.ts";

/** Writes a generated season, all of it still to be played, and makes it the current one. */
export const saveGeneratedSeason = (db: Kysely<Tables>, season: GeneratedSeason, origin: Origin): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await closeCurrentSeason(transaction);
		await transaction
			.insertInto("seasons")
			.values({
				id: season.id,
				name: season.name,
				rules: JSON.stringify(season.rules),
				is_current: true,
				is_demo: true,
				generated_from: JSON.stringify(origin),
			})
			.execute();
		const tables = buildSeasonTables(buildSeasonData(season, 0));
		await saveChanges(
			transaction,
			season.id,
			tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] })),
		);
		await touchSeason(transaction, season.id);
	});

const closeCurrentSeason = (transaction: Kysely<Tables>) =>
	transaction
		.updateTable("seasons")
		.set({ is_current: false, status: "closed", data_version: sql`data_version + 1` })
		.where("is_current", "=", true)
		.execute();
