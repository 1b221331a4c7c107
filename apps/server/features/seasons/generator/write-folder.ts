import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { RoundId } from "@first-bounce/rules/ids";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { createFolder } from "../../../db/embedded/create-folder.ts";
import { withFullDiskError } from "../../../db/full-disk.ts";
import { formatCsv } from "../import/csv/format-csv.ts";
import type { SeasonData } from "../import/files/season-data.ts";
import { buildSeasonData } from "./build-season-data.ts";
import { generateSeason, type SeasonOptions } from "./generate-season.ts";

/** Builds the contents of the files that `season import` reads, by file name. */
function buildSeasonFiles(season: SeasonData): ReadonlyMap<string, string> {
	const { id, name, rules } = season;
	const roundByMatch = new Map(season.matches.map((match) => [match.id, match.roundId]));
	const statColumns = STAT_KEYS.map((key) => STATS[key].column);
	const squads = season.squads.map((squad) => [squad.id, squad.name, squad.abbreviation]);
	const rounds = season.rounds.map((round) => [round, `Round ${round}`, false]);
	const matches = season.matches.map((match) => [
		match.id,
		match.roundId,
		match.homeSquadId,
		match.awaySquadId,
		new Date(match.startsAt).toISOString(),
		match.venue,
		match.timeZone,
		match.homeScore,
		match.awayScore,
	]);
	const players = season.players.map((player) => [
		player.id,
		player.firstName,
		player.lastName,
		player.squadId,
		player.positions.join("/"),
		player.birthday,
		player.openingPrice,
	]);
	const stats = season.stats.map(({ matchId, playerId, squadId, line }) => [
		matchId,
		roundByMatch.get(matchId) ?? null,
		playerId,
		squadId,
		...STAT_KEYS.map((key) => line[key]),
		line.TOG,
		computePlayerPoints(line, rules),
	]);
	const matchColumns = "id,round_id,home_squad_id,away_squad_id,start_utc,venue,time_zone,home_score,away_score";
	const playerColumns = "id,first_name,last_name,squad_id,position,birthday,round1_price";
	const columns = `match_id,round_id,player_id,squad_id,${statColumns.join()},tog_percentage,fantasy_points`;
	return new Map([
		["season.json", `${JSON.stringify({ id, name, ...rules }, null, "\t")}\n`],
		["squads.csv", formatCsv("id,name,abbreviation", squads)],
		["rounds.csv", formatCsv("id,name,finals", rounds)],
		["matches.csv", formatCsv(matchColumns, matches)],
		["players.csv", formatCsv(playerColumns, players)],
		["stats.csv", formatCsv(columns, stats)],
	]);
}

export async function writeSeasonFolder(season: SeasonData, folder: string): Promise<void> {
	await withFullDiskError(folder, async () => {
		await createFolder(folder);
		for (const [name, text] of buildSeasonFiles(season)) await writeFile(path.join(folder, name), text);
	});
}

export interface GenerateFolderOptions extends Omit<SeasonOptions, "previousSeason"> {
	readonly folder: string;
	/** The last round with results and stats; 0 for a season that has not started. */
	readonly playedRounds: RoundId;
}

/** Generates a season, writes it as a folder for `season import`, and returns how many rows of each kind it has. */
export async function generateFolder({ folder, playedRounds, ...season }: GenerateFolderOptions) {
	const data = buildSeasonData(generateSeason(season), playedRounds);
	await writeSeasonFolder(data, folder);
	const { squads, players, matches, stats } = data;
	return { squads: squads.length, players: players.length, matches: matches.length, stats: stats.length };
}
