import type { RoundId } from "@first-bounce/rules/ids";
import type { ReadDb } from "../../db/servers/read-standby.ts";
import type { Db } from "../../db/tables/tables.ts";
import { type BuiltFile, buildTextFile } from "../../plugins/http/built-file.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { buildDraftOwnershipFile, buildDraftPositionsFile, formatDraftOwnershipCsv } from "./ownership/draft-files.ts";
import { findDraftPositions, listCountedDraftRounds } from "./ownership/draft-queries.ts";
import { buildOwnershipFile, formatOwnershipCsv } from "./ownership/ownership-files.ts";
import { listCountedRounds } from "./ownership/queries.ts";
import { buildPricesCsv, buildStatsCsv } from "./season-csv.ts";

const DRAFT_POSITIONS = "draft_positions";
const NAME = /^(stats|prices|ownership|draft_ownership)(?:\/(\d{1,9}))?(\.csv)?$/;

/** Parses a file's name into its kind, its round, which is null for the whole season, and its format; null for an unknown name. */
function parseName({ rounds }: SeasonSnapshot, name: string) {
	const [matched, kind, round, csv] = NAME.exec(name) ?? [];
	const roundId = round === undefined ? null : Number(round);
	if (!matched || (roundId !== null && !rounds.some(({ id }) => id === roundId))) return null;
	return { kind, roundId, isCsv: csv !== undefined };
}

/** Builds the text of stats.csv or prices.csv of a season, or of a round such as `prices/3.csv`; null for an unknown name. */
export function buildCsv(season: SeasonSnapshot, name: string): string | null {
	const file = parseName(season, name);
	if (!file?.isCsv || (file.kind !== "stats" && file.kind !== "prices")) return null;
	return file.kind === "stats" ? buildStatsCsv(season, file.roundId) : buildPricesCsv(season, file.roundId);
}

/** Builds the text of ownership as CSV, or for a round also as JSON; null for rounds without counts. */
async function buildOwnershipText(
	db: Db,
	season: SeasonSnapshot,
	{ roundId, isCsv }: { readonly roundId: RoundId | null; readonly isCsv: boolean },
): Promise<string | null> {
	const counted = await listCountedRounds(db, season.seasonId, roundId);
	const [first] = counted;
	if (!first) return null;
	if (isCsv) return formatOwnershipCsv(season, counted);
	return roundId === null ? null : JSON.stringify(buildOwnershipFile(first));
}

/** The same of ownership across draft leagues. */
async function buildDraftOwnershipText(
	db: Db,
	season: SeasonSnapshot,
	{ roundId, isCsv }: { readonly roundId: RoundId | null; readonly isCsv: boolean },
): Promise<string | null> {
	const counted = await listCountedDraftRounds(db, season.seasonId, roundId);
	const [first] = counted;
	if (!first) return null;
	if (isCsv) return formatDraftOwnershipCsv(season, counted);
	return roundId === null ? null : JSON.stringify(buildDraftOwnershipFile(first));
}

async function buildDraftPositionsText(db: Db, { seasonId }: SeasonSnapshot): Promise<string> {
	return JSON.stringify(buildDraftPositionsFile(await findDraftPositions(db, seasonId)));
}

/** Builds the text of any file of `listSeasonFileNames`; null for an unknown name, and for rounds without counts. */
export async function buildSeasonText(db: Db, season: SeasonSnapshot, name: string): Promise<string | null> {
	if (name === DRAFT_POSITIONS) return buildDraftPositionsText(db, season);
	const file = parseName(season, name);
	if (file?.kind === "ownership") return buildOwnershipText(db, season, file);
	return file?.kind === "draft_ownership" ? buildDraftOwnershipText(db, season, file) : buildCsv(season, name);
}

/**
 * Returns a function that builds a file of `listSeasonFileNames` on the first request for each version of the season; undefined
 * if it has no text.
 */
export function createSeasonTexts(read: ReadDb) {
	let season: SeasonSnapshot | null = null;
	let files = new Map<string, Promise<BuiltFile | undefined>>();
	let previous: ReadonlyMap<string, Promise<BuiltFile | undefined>> = files;

	const build = async (snapshot: SeasonSnapshot, name: string): Promise<BuiltFile | undefined> => {
		const [text, before] = await Promise.all([
			read(({ db }) => buildSeasonText(db, snapshot, name)),
			previous.get(name)?.catch(() => undefined),
		]);
		return text === null ? undefined : buildTextFile(text, before);
	};
	return (snapshot: SeasonSnapshot, name: string): Promise<BuiltFile | undefined> => {
		if (snapshot !== season) {
			previous = files;
			files = new Map();
			season = snapshot;
		}
		const versionFiles = files;
		const found = versionFiles.get(name);
		if (found) return found;
		const file = build(snapshot, name);
		versionFiles.set(name, file);
		// A failed read is repeated on the next request.
		file.catch(() => versionFiles.delete(name));
		return file;
	};
}

/** Lists the names of a season's CSV files, of the whole season and of each round, and of what was counted in rounds and drafts. */
export const listSeasonFileNames = ({ rounds }: SeasonSnapshot): string[] => [
	DRAFT_POSITIONS,
	...["stats", "prices", "ownership", "draft_ownership"].flatMap((kind) => [
		`${kind}.csv`,
		...rounds.map(({ id }) => `${kind}/${id}.csv`),
	]),
	...["ownership", "draft_ownership"].flatMap((kind) => rounds.map(({ id }) => `${kind}/${id}`)),
];
