import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { touchSeason } from "../seasons/current/touch-season.ts";
import type { GeneratedSeason } from "../seasons/generator/generate-season.ts";
import { seasonData } from "../seasons/generator/season-data.ts";
import { seasonTables } from "../seasons/import/season-tables.ts";
import { writeChanges } from "../seasons/import/write-season.ts";
import type { Origin } from "./demo-seasons.ts";

/** Writes a generated season, all of it still to be played, and makes it the current one. */
export const loadSeason = (db: Kysely<Tables>, season: GeneratedSeason, origin: Origin): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await closeCurrent(transaction);
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
		const tables = seasonTables(seasonData(season, 0));
		await writeChanges(
			transaction,
			season.id,
			tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] })),
		);
		await touchSeason(transaction, season.id);
	});

const closeCurrent = (transaction: Kysely<Tables>) =>
	transaction
		.updateTable("seasons")
		.set({ is_current: false, status: "closed", data_version: sql`data_version + 1` })
		.where("is_current", "=", true)
		.execute();
