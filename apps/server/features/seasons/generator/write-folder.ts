import { writeFile } from "node:fs/promises";
import path from "node:path";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { createFolder } from "../../../db/embedded/create-folder.ts";
import { withFullDiskError } from "../../../db/full-disk.ts";
import { formatCsv } from "../import/csv/format-csv.ts";
import type { SeasonData } from "../import/files/season-data.ts";

/** Builds the contents of the files that `season import` reads, by file name. */
function buildSeasonFiles(season: SeasonData): ReadonlyMap<string, string> {
	const { id, name, rules } = season;
	const roundByMatch = new Map(season.matches.map((match) => [match.id, match.roundId]));
	const statColumns = STAT_KEYS.map((key) => STATS[key].column);
	return new Map([
		["season.json", `${JSON.stringify({ id, name, ...rules }, null, "\t")}\n`],
		[
			"squads.csv",
			formatCsv(
				"id,name,abbreviation",
				season.squads.map((squad) => [squad.id, squad.name, squad.abbreviation]),
			),
		],
		[
			"rounds.csv",
			formatCsv(
				"id,name,finals",
				season.rounds.map((round) => [round, `Round ${round}`, false]),
			),
		],
		[
			"matches.csv",
			formatCsv(
				"id,round_id,home_squad_id,away_squad_id,start_utc,venue,time_zone,home_score,away_score",
				season.matches.map((match) => [
					match.id,
					match.roundId,
					match.homeSquadId,
					match.awaySquadId,
					new Date(match.startsAt).toISOString(),
					match.venue,
					match.timeZone,
					match.homeScore,
					match.awayScore,
				]),
			),
		],
		[
			"players.csv",
			formatCsv(
				"id,first_name,last_name,squad_id,position,birthday,round1_price",
				season.players.map((player) => [
					player.id,
					player.firstName,
					player.lastName,
					player.squadId,
					player.positions.join("/"),
					player.birthday,
					player.openingPrice,
				]),
			),
		],
		[
			"stats.csv",
			formatCsv(
				`match_id,round_id,player_id,squad_id,${statColumns.join()},tog_percentage,fantasy_points`,
				season.stats.map(({ matchId, playerId, squadId, line }) => [
					matchId,
					roundByMatch.get(matchId) ?? null,
					playerId,
					squadId,
					...STAT_KEYS.map((key) => line[key]),
					line.TOG,
					computePlayerPoints(line, rules),
				]),
			),
		],
	]);
}

export async function writeSeasonFolder(season: SeasonData, folder: string): Promise<void> {
	await withFullDiskError(folder, async () => {
		await createFolder(folder);
		for (const [name, text] of buildSeasonFiles(season)) await writeFile(path.join(folder, name), text);
	});
}
