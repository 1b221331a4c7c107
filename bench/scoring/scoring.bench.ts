import type { Bench } from "../registry.ts";
import { compareDraftTeams } from "./draft-teams.ts";
import { compareScoreAndRank } from "./score-and-rank.ts";
import { compareWithSql } from "./with-sql.ts";

export const bench: Bench = {
	name: "scoring",
	title: "Scoring and ranking every team, by all rules (packages/scoring)",
	async run({ isTiny, log, openDatabase }) {
		const teams = isTiny ? 2_000 : 1_000_000;
		const comparisons = await compareScoreAndRank(teams, isTiny ? 1 : 31, log);
		const draftTeams = await compareDraftTeams(
			{ classicTeams: teams, leagues: isTiny ? 20 : 60_000, runs: isTiny ? 1 : 15 },
			log,
		);
		const { pool } = await openDatabase();
		return [...comparisons, ...draftTeams, await compareWithSql(pool, teams, isTiny ? 1 : 3)];
	},
};
