import { completeStoredRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";

/**
 * Lists the seasons that began before a year, the latest first, with the year of their first match. Leaves out the demo.
 */
export async function listSeasonsBefore(db: Db, year: number, limit: number) {
	const rows = await db
		.selectFrom("seasons")
		.innerJoin("matches", "matches.season_id", "seasons.id")
		.where("seasons.is_demo", "=", false)
		.select((select) => [
			"seasons.id",
			"seasons.name",
			"seasons.rules",
			select.fn.min("matches.starts_at").as("starts_at"),
		])
		.groupBy(["seasons.id", "seasons.name", "seasons.rules"])
		.having((having) => having(having.fn.min("matches.starts_at"), "<", new Date(Date.UTC(year, 0))))
		.orderBy("starts_at", "desc")
		.limit(limit)
		.execute();
	return rows.map(({ rules, starts_at, ...row }) => ({
		...row,
		rules: completeStoredRules(rules),
		year: starts_at.getUTCFullYear(),
	}));
}
