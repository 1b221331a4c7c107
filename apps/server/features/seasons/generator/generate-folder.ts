import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { buildSeasonData } from "./build-season-data.ts";
import { generateSeason } from "./generate-season.ts";
import { writeSeasonFolder } from "./write-folder.ts";

export interface FolderOptions {
	readonly folder: string;
	readonly seed: number;
	readonly id: number;
	readonly name: string;
	/** UTC midnight of the first round's Friday. */
	readonly firstDay: SeasonTime;
	/** Results and stats up to this round; 12 for a whole season, 0 for one still to come. */
	readonly playedRounds: RoundId;
}

export interface GeneratedFolder {
	readonly squads: number;
	readonly players: number;
	readonly matches: number;
	readonly stats: number;
}

/** Makes a season up and writes it as a folder that `season import` reads; says what is in it. */
export async function generateFolder({ folder, playedRounds, ...season }: FolderOptions): Promise<GeneratedFolder> {
	const data = buildSeasonData(generateSeason(season), playedRounds);
	await writeSeasonFolder(data, folder);
	const { squads, players, matches, stats } = data;
	return { squads: squads.length, players: players.length, matches: matches.length, stats: stats.length };
}
