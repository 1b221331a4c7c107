import { promisify } from "node:util";
import { type BrotliOptions, brotliDecompress } from "node:zlib";
import type { SeasonsFile } from "@first-bounce/contract/stats/static-data";
import { readFrom } from "../../../db/servers/read-standby.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type BuiltFile, buildFile, buildTextFile } from "../../../plugins/http/built-file.ts";
import { createProjectionsFile } from "../../projections/projections-file.ts";
import { loadSeason } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { loadMatchFile } from "../match-files.ts";
import { countDrafts } from "../ownership/count-drafts.ts";
import { countOwnership } from "../ownership/count-ownership.ts";
import { createAllPlayerStats, createPlayerTotals } from "../player-stats.ts";
import { buildPlayersFile } from "../players-file.ts";
import { buildCountriesFile, buildRoundsFile, buildSeasonFile, buildSquadsFile } from "../season-files.ts";
import { buildSeasonText, listSeasonFileNames } from "../season-texts.ts";
import {
	type ArchivedFile,
	findArchivedFile,
	findLastPercentages,
	insertArchivedFiles,
	listArchivedNames,
	listSeasonRows,
	listUnarchivedSeasonIds,
	lockUnarchivedSeason,
} from "./queries.ts";

const decompress = promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress);
/** Far larger than any file of a season. A restored backup could hold one that unpacks to gigabytes. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;

/** Builds every file of a season that is over, by name; checksums.json lists all others. */
async function buildSeasonFiles(db: Db, season: SeasonSnapshot): Promise<Map<string, BuiltFile>> {
	const percentages = await findLastPercentages(db, season.seasonId);
	const getSelection = (id: number) => percentages && (percentages[id] ?? 0);
	const files = new Map<string, BuiltFile>([
		["countries", await buildFile(buildCountriesFile())],
		["squads", await buildFile(buildSquadsFile(season))],
		["season", await buildFile(buildSeasonFile(season))],
		["rounds", await buildFile(buildRoundsFile(season))],
		["projections", await buildFile(await createProjectionsFile(db)(season))],
		["players", await buildFile(buildPlayersFile(season, { getSelection, lockedSquads: new Set() }))],
		["player_totals", await createPlayerTotals(readFrom({ db }))(season)],
	]);
	for (const [id, file] of await createAllPlayerStats(readFrom({ db }))(season)) files.set(`player_stats/${id}`, file);
	for (const { id } of season.rounds.flatMap(({ matches }) => matches)) {
		const file = await loadMatchFile(db, season, id);
		if (file) files.set(`matches/${id}`, file);
	}
	// The last round may have been published just before the season ended.
	await countOwnership(db, season);
	await countDrafts(db, season.seasonId);
	for (const name of listSeasonFileNames(season)) {
		const text = await buildSeasonText(db, season, name);
		if (text !== null) files.set(name, await buildTextFile(text));
	}
	const checksums = Object.fromEntries([...files].map(([name, { hash }]) => [name, hash]));
	return files.set("checksums", await buildFile(checksums));
}

/** Stores the files of every closed season that has none yet. Idempotent. */
export async function archiveClosedSeasons(db: Db): Promise<void> {
	for (const seasonId of await listUnarchivedSeasonIds(db)) {
		const season = await loadSeason(db, seasonId);
		if (!season) continue;
		const built = await buildSeasonFiles(db, season);
		const files = [...built].map(([name, { hash, brotli }]): ArchivedFile => ({ name, hash, content: brotli }));
		await db.transaction().execute(async (trx) => {
			if (await lockUnarchivedSeason(trx, seasonId)) await insertArchivedFiles(trx, seasonId, files);
		});
	}
}

/** Whether the files of a closed season are stored. */
export const isSeasonArchived = async (db: Db, seasonId: number): Promise<boolean> =>
	!(await listUnarchivedSeasonIds(db)).includes(seasonId);

const restoreFile = async ({ hash, content }: ArchivedFile): Promise<BuiltFile> => ({
	hash,
	content: await decompress(content, { maxOutputLength: MAX_FILE_BYTES }),
	brotli: content,
	etag: `"${hash}"`,
	brotliEtag: `"${hash}-br"`,
});

/** Loads an archived file; undefined if the season or its file is unknown. */
export async function loadArchivedFile(db: Db, seasonId: number, name: string): Promise<BuiltFile | undefined> {
	const row = await findArchivedFile(db, seasonId, name);
	return row && restoreFile(row);
}

/** Lists the current season and the closed ones, for seasons.json. */
export async function listSeasons(db: Db): Promise<SeasonsFile> {
	const rows = await listSeasonRows(db);
	return rows.map(({ id, name, is_current, is_demo }) => ({
		id,
		name,
		isCurrent: is_current,
		isDemo: is_demo,
	}));
}

/** An archived file for the export, which loads its content only if it has not been written yet. */
export interface ArchivedEntry {
	readonly name: string;
	readonly hash: string;
	readonly load: () => Promise<BuiltFile | undefined>;
}

/** Lists the files of all archived seasons, named `<season id>/<name>`. */
export async function listArchivedFiles(db: Db): Promise<ArchivedEntry[]> {
	const rows = await listArchivedNames(db);
	return rows.map(({ season_id, name, hash }) => ({
		name: `${season_id}/${name}`,
		hash,
		load: () => loadArchivedFile(db, season_id, name),
	}));
}
