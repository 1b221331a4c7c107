import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { StatRow } from "./season-rows.ts";

/** A row of stat_lines in the words of the rules. */
export const statLineOf = (row: Omit<StatRow, "season_id">): StatLine => ({
	K: row.kicks,
	H: row.handballs,
	M: row.marks,
	T: row.tackles,
	FF: row.frees_for,
	FA: row.frees_against,
	HO: row.hitouts,
	G: row.goals,
	B: row.behinds,
	TOG: row.tog,
	other: row.other,
});
