import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { buildStatLine } from "../../apps/server/features/seasons/current/stat-line.ts";
import { importSeason } from "../../apps/server/features/seasons/import/import-season.ts";
import type { PlayedSeason } from "../../apps/server/features/stats-providers/simulator/simulator-feed.ts";
import { getSeason2023Path } from "../rules/season-2023.ts";

/** The real 2023 season as a simulator plays it: its fixture, its players and the stats of its matches. */
export interface Season2023 extends PlayedSeason {
	readonly footballers: readonly { readonly id: number; readonly squadId: number; readonly name: string }[];
	readonly matches: readonly {
		readonly id: number;
		readonly roundId: number;
		readonly homeSquadId: number;
		readonly awaySquadId: number;
		readonly startsAt: number;
	}[];
}

/** Seeds the 2023 season as it was before its first match, and returns what is to be played. */
export async function seedSeason2023(db: Db): Promise<Season2023> {
	const { problems } = await importSeason(db, getSeason2023Path());
	if (problems.length > 0) throw new Error(`The 2023 season has problems: ${problems.join("; ")}`);
	const matches = await db.selectFrom("matches").selectAll().orderBy("starts_at").execute();
	const rows = await db.selectFrom("stat_lines").selectAll().execute();
	const players = await db.selectFrom("players").selectAll().orderBy("id").execute();
	await db.deleteFrom("stat_lines").execute();
	await db
		.updateTable("matches")
		.set({ status: "scheduled", home_score: null, away_score: null, completed_at: null })
		.execute();
	const lines = Map.groupBy(rows, ({ match_id }) => match_id);
	const results = matches.map((match) => {
		const matchLines = (lines.get(match.id) ?? []).map((row) => ({
			playerId: row.player_id,
			squadId: row.squad_id,
			stats: buildStatLine(row),
		}));
		return [
			match.id,
			{ lines: matchLines, homeScore: match.home_score ?? 0, awayScore: match.away_score ?? 0 },
		] as const;
	});
	return {
		seed: 2023,
		id: matches[0]?.season_id ?? 0,
		results: new Map(results),
		announcedTeams: new Map(),
		footballers: players.map(({ id, squad_id, first_name, last_name }) => ({
			id,
			squadId: squad_id,
			name: `${first_name} ${last_name}`,
		})),
		matches: matches.map((match) => ({
			id: match.id,
			roundId: match.round_id,
			homeSquadId: match.home_squad_id,
			awaySquadId: match.away_squad_id,
			startsAt: match.starts_at.getTime(),
		})),
	};
}

/** Copies the first rounds of the 2023 season into a new folder, for a test that does not need the others. */
export function copyFirstRounds(lastRound: number, folder: string): void {
	cpSync(getSeason2023Path(), folder, { recursive: true });
	for (const [name, column] of Object.entries({
		"rounds.csv": "id",
		"matches.csv": "round_id",
		"stats.csv": "round_id",
		"signings.csv": "from_round",
	})) {
		const file = path.join(folder, name);
		const [header = "", ...rows] = readFileSync(file, "utf8").trim().split(/\r?\n/);
		const at = header.split(",").indexOf(column);
		writeFileSync(file, [header, ...rows.filter((row) => Number(row.split(",")[at]) <= lastRound)].join("\n"));
	}
	const file = path.join(folder, "season.json");
	writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), lastRound }));
}
