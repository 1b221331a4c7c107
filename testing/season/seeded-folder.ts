import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import { LINES } from "@first-bounce/rules/player";
import type { SmallSeason } from "./small-season.ts";

export const formatCsv = (header: string, rows: readonly (readonly (string | number)[])[]): string =>
	`${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`;

/** Builds the files that a seeded season would have been imported from, without signings and stats. */
export function buildSeededFiles(season: SmallSeason): SeasonFile[] {
	const rounds = [...new Set(season.matches.map(({ roundId }) => roundId))];
	return [
		{
			name: "season.json",
			text: `${JSON.stringify({ id: season.id, name: "Small season", ...season.rules }, null, "\t")}\n`,
		},
		{
			name: "squads.csv",
			text: formatCsv(
				"id,name,abbreviation",
				season.squadIds.map((id) => [id, `Squad ${id}`, `S${id}`]),
			),
		},
		{
			name: "rounds.csv",
			text: formatCsv(
				"id,name,finals",
				rounds.map((id) => [id, `Round ${id}`, "false"]),
			),
		},
		{
			name: "matches.csv",
			text: formatCsv(
				"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score",
				season.matches.map(({ id, roundId, homeSquadId, awaySquadId, startsAt }) => [
					id,
					roundId,
					homeSquadId,
					awaySquadId,
					new Date(startsAt).toISOString(),
					"",
					"",
					"",
				]),
			),
		},
		{
			name: "players.csv",
			text: formatCsv(
				"id,first_name,last_name,squad_id,position,birthday,round1_price",
				season.players.map(({ id, squadId, position, cost }) => [
					id,
					"P",
					id,
					squadId,
					LINES.filter((line) => position.includes(line)).join("/"),
					"2000-02-29",
					cost,
				]),
			),
		},
	];
}
