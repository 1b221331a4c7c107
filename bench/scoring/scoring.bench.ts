import type { Comparison } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { compareAt } from "./by-size.ts";
import { compareWithSql } from "./with-sql.ts";

export const bench: Bench = {
	name: "scoring",
	title: "Scoring and ranking every team, by all rules (packages/scoring)",
	async run(note) {
		const comparisons: Comparison[] = [];
		for (const [teams, runs] of [
			[100_000, 31],
			[1_000_000, 31],
			[10_000_000, 7],
		] as const) {
			comparisons.push(...(await compareAt(teams, runs, note)));
		}
		comparisons.push(...(await compareWithSql(1_000_000, 5)));
		return comparisons;
	},
};
