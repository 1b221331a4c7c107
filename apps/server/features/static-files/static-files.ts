import type { ChecksumsFile } from "@first-bounce/contract/stats/static-data";
import type { MatchId, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { listLockedSquads } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { type ReadDb, readFrom } from "../../db/servers/read-standby.ts";
import type { Db } from "../../db/tables/tables.ts";
import { type BuiltFile, buildFile } from "../../plugins/http/built-file.ts";
import { createProjectionsFile } from "../projections/projections-file.ts";
import { coalesce } from "../seasons/current/coalesce.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import {
	type ArchivedEntry,
	archiveClosedSeasons,
	listArchivedFiles,
	listSeasons,
	loadArchivedFile,
} from "./archive/season-archive.ts";
import { createLiveMatchFiles, loadMatchFile } from "./match-files.ts";
import { createAllPlayerStats, createPlayerStats, createPlayerTotals } from "./player-stats.ts";
import { buildPlayersFile } from "./players-file.ts";
import { buildCountriesFile, buildRoundsFile, buildSeasonFile, buildSquadsFile } from "./season-files.ts";
import { createSeasonTexts, listSeasonFileNames } from "./season-texts.ts";
import { createSelections, type GetSelection } from "./selections.ts";

/** The files of one version by name without extension. Replaced as a whole. */
interface StaticVersion {
	readonly dataVersion: number;
	readonly seasonId: number;
	readonly files: ReadonlyMap<string, BuiltFile>;
	readonly checksums: Readonly<ChecksumsFile>;
}

/** A file of a season; archived ones never change. */
interface SeasonFile {
	readonly file: BuiltFile;
	readonly isArchived: boolean;
}

/** Called with a new version and the names of the changed files. */
type VersionListener = (version: StaticVersion, changed: readonly string[]) => void;

export interface StaticFiles {
	readonly current: () => StaticVersion;
	/** A file that is kept in memory. */
	readonly getFile: (name: string) => BuiltFile | undefined;
	/** Any file of the current season by its name, such as `players`, `matches/5` or `stats.csv`; undefined for an unknown one. */
	readonly findFile: (name: string) => Promise<BuiltFile | undefined>;
	/** player_stats/{id}.json of every player of the season. */
	readonly buildAllPlayerStats: () => Promise<ReadonlyMap<PlayerId, BuiltFile>>;
	/** Finds a file of any season by its name, as `findFile` does for the current one. */
	readonly findSeasonFile: (seasonId: number, name: string) => Promise<SeasonFile | undefined>;
	/** seasons.json: the current season and the closed ones. */
	readonly getSeasonsFile: () => Promise<BuiltFile>;
	/** The CSV files of the season and the ownership of its rounds, by name. */
	readonly buildSeasonTexts: () => Promise<ReadonlyMap<string, BuiltFile>>;
	/** Archives closed seasons, and lists the files of all archived ones, named `<season id>/<name>`. */
	readonly listArchivedFiles: () => Promise<readonly ArchivedEntry[]>;
	/** Rebuilds files after a change of the season, a lock or ten minutes. Cheap if nothing has changed. */
	readonly refresh: () => Promise<void>;
	readonly onChange: (listener: VersionListener) => () => void;
	/** Resolves when no count of selections is running. */
	readonly close: () => Promise<void>;
}

interface Sources {
	readonly db: Db;
	/** Reads the data of files that are built on request; from `db` by default. */
	readonly read?: ReadDb;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly seasonNow: () => SeasonTime;
	/** Called if counting selections fails. */
	readonly onError: (error: unknown) => void;
}

/** The inputs that the current files were built from. */
interface BuildInputs {
	readonly season: SeasonSnapshot;
	readonly lockKey: string;
	readonly getSelection: GetSelection;
}

/** Creates a function that builds the files of a version, and reuses the previous ones that would be the same. */
async function createVersionBuilder(db: Db) {
	const countries = await buildFile(buildCountriesFile());
	const buildLiveMatchFiles = createLiveMatchFiles(db);
	const loadProjections = createProjectionsFile(db);
	return async (
		{ season, lockedSquads, getSelection }: BuildInputs & { readonly lockedSquads: ReadonlySet<number> },
		previousFiles: StaticVersion["files"],
		isSameSeason: boolean,
	): Promise<StaticVersion> => {
		const buildOrReuse = async (name: string, getValue: () => unknown): Promise<BuiltFile> => {
			const previous = previousFiles.get(name);
			return isSameSeason && previous ? previous : buildFile(getValue(), previous);
		};
		const projections = await loadProjections(season);
		const files = new Map<string, BuiltFile>([
			["countries", countries],
			["squads", await buildOrReuse("squads", () => buildSquadsFile(season))],
			["season", await buildOrReuse("season", () => buildSeasonFile(season))],
			["rounds", await buildOrReuse("rounds", () => buildRoundsFile(season))],
			["projections", await buildOrReuse("projections", () => projections)],
			[
				"players",
				await buildFile(buildPlayersFile(season, { getSelection, lockedSquads }), previousFiles.get("players")),
			],
		]);
		for (const [name, file] of await buildLiveMatchFiles(season, previousFiles)) files.set(name, file);
		const checksums = Object.fromEntries([...files].map(([name, { hash }]) => [name, hash]));
		files.set("checksums", await buildFile(checksums, previousFiles.get("checksums")));
		return { dataVersion: season.dataVersion, seasonId: season.seasonId, files, checksums };
	};
}

/** Builds files that are too many or too rarely needed to be kept in memory. */
function createRequestedFiles(
	read: ReadDb,
	currentSeason: () => SeasonSnapshot | null,
	getKeptFile: StaticFiles["getFile"],
) {
	const getPlayerStats = createPlayerStats(read);
	const buildAllPlayerStats = createAllPlayerStats(read);
	const getPlayerTotals = createPlayerTotals(read);
	const getSeasonText = createSeasonTexts(read);
	const buildMatch = (season: SeasonSnapshot, id: MatchId) => read((source) => loadMatchFile(source.db, season, id));

	const findFileOf = async (season: SeasonSnapshot | null, name: string): Promise<BuiltFile | undefined> => {
		const kept = getKeptFile(name);
		if (kept || !season) return kept;
		const [folder, id] = name.split("/");
		if (name.endsWith(".csv") || folder?.endsWith("ownership") || name === "draft_positions")
			return getSeasonText(season, name);
		if (name === "player_totals") return getPlayerTotals(season);
		if (folder === "player_stats") return getPlayerStats(season, Number(id));
		return folder === "matches" ? buildMatch(season, Number(id)) : undefined;
	};

	return {
		findFile: (name: string) => findFileOf(currentSeason(), name),
		findSeasonFile: async (seasonId: number, name: string): Promise<SeasonFile | undefined> => {
			const season = currentSeason();
			const isCurrent = season?.seasonId === seasonId;
			const isOpen = isCurrent && !season.isArchived;
			const archived = isOpen ? undefined : await read((source) => loadArchivedFile(source.db, seasonId, name));
			if (archived) return { file: archived, isArchived: true };
			const file = isCurrent ? await findFileOf(season, name) : undefined;
			return file && { file, isArchived: false };
		},
		buildSeasonTexts: async () => {
			const season = currentSeason();
			const files = new Map<string, BuiltFile>();
			if (!season) return files;
			for (const name of listSeasonFileNames(season)) {
				const file = await getSeasonText(season, name);
				if (file) files.set(name, file);
			}
			return files;
		},
		buildAllPlayerStats: async (): Promise<ReadonlyMap<PlayerId, BuiltFile>> => {
			const season = currentSeason();
			return season ? buildAllPlayerStats(season) : new Map();
		},
	};
}

/** Builds the season's static files and keeps them in memory, plain and compressed. */
export async function createStaticFiles(sources: Sources): Promise<StaticFiles> {
	const { db, read = readFrom({ db }), currentSeason, seasonNow, onError } = sources;
	const listeners = new Set<VersionListener>();
	const buildVersion = await createVersionBuilder(db);
	let version: StaticVersion = { dataVersion: -1, seasonId: 0, files: new Map(), checksums: {} };
	let builtFrom: BuildInputs | null = null;

	const refresh = coalesce(async () => {
		const season = currentSeason();
		if (!season) return;
		const now = seasonNow();
		const round = findCurrentRound(season.rounds);
		const lockedSquads = round ? listLockedSquads(round, now) : new Set<number>();
		const lockKey = [season.seasonId, round?.id, ...lockedSquads].join();
		await selections.refresh(season, lockKey, now);
		const getSelection = selections.current();
		const isSameSeason = season === builtFrom?.season;
		if (isSameSeason && lockKey === builtFrom?.lockKey && getSelection === builtFrom.getSelection) return;
		const inputs = { season, lockKey, getSelection };
		const { files: previousFiles } = version;
		version = await buildVersion({ ...inputs, lockedSquads }, previousFiles, isSameSeason);
		const changed = Object.keys(version.checksums).filter(
			(name) => previousFiles.get(name) !== version.files.get(name),
		);
		if (changed.length > 0) for (const listener of listeners) listener(version, changed);
		builtFrom = inputs;
	});
	const selections = createSelections(db, refresh, onError);
	const getFile = (name: string) => version.files.get(name);

	await refresh();
	return {
		...createRequestedFiles(read, currentSeason, getFile),
		current: () => version,
		getFile,
		getSeasonsFile: async () => buildFile(await listSeasons(db)),
		listArchivedFiles: async () => {
			await archiveClosedSeasons(db);
			return listArchivedFiles(db);
		},
		refresh,
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close: selections.waitForCount,
	};
}
