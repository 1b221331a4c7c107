import type { RoundId } from "@first-bounce/rules/ids";
import { buildSeasonData } from "./build-season-data.ts";
import { generateSeason, type SeasonOptions } from "./generate-season.ts";
import { writeSeasonFolder } from "./write-folder.ts";

export interface GenerateFolderOptions extends Omit<SeasonOptions, "previousSeason"> {
	readonly folder: string;
	/** The last round with results and stats; 0 for a season that has not started. */
	readonly playedRounds: RoundId;
}

export interface GeneratedRowCounts {
	readonly squads: number;
	readonly players: number;
	readonly matches: number;
	readonly stats: number;
}

/** Generates a season, writes it as a folder for `season import`, and returns how many rows of each kind it has. */
export async function generateFolder({ folder, playedRounds, ...season }: GenerateFolderOptions) {
	const data = buildSeasonData(generateSeason(season), playedRounds);
	await writeSeasonFolder(data, folder);
	const { squads, players, matches, stats } = data;
	return { squads: squads.length, players: players.length, matches: matches.length, stats: stats.length };
}
