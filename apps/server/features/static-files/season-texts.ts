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

/** Formats what was counted in rounds as CSV, or in one round also as JSON; null for rounds without counts. */
function formatCounted<Counted>(
	[first, ...rest]: readonly Counted[],
	{ roundId, isCsv }: { readonly roundId: RoundId | null; readonly isCsv: boolean },
	formatCsv: (counted: readonly Counted[]) => string,
	buildRound: (counted: Counted) => object,
): string | null {
	if (!first) return null;
	if (isCsv) return formatCsv([first, ...rest]);
	return roundId === null ? null : JSON.stringify(buildRound(first));
}

/** Builds the text of any file of `listSeasonFileNames`; null for an unknown name, and for rounds without counts. */
export async function buildSeasonText(db: Db, season: SeasonSnapshot, name: string): Promise<string | null> {
	const { seasonId } = season;
	if (name === DRAFT_POSITIONS) return JSON.stringify(buildDraftPositionsFile(await findDraftPositions(db, seasonId)));
	const file = parseName(season, name);
	if (file?.kind === "ownership") {
		const counted = await listCountedRounds(db, seasonId, file.roundId);
		return formatCounted(counted, file, (rounds) => formatOwnershipCsv(season, rounds), buildOwnershipFile);
	}
	if (file?.kind === "draft_ownership") {
		const counted = await listCountedDraftRounds(db, seasonId, file.roundId);
		return formatCounted(counted, file, (rounds) => formatDraftOwnershipCsv(season, rounds), buildDraftOwnershipFile);
	}
	return buildCsv(season, name);
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
