import type { RoundId } from "@first-bounce/rules/ids";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { isStatKey, STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { ReadDb } from "../../db/servers/read-standby.ts";
import type { Db } from "../../db/tables/tables.ts";
import { type BuiltFile, buildTextFile } from "../../plugins/http/built-file.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { formatCsv } from "../seasons/import/csv/format-csv.ts";
import { buildDraftOwnershipFile, buildDraftPositionsFile, formatDraftOwnershipCsv } from "./ownership/draft-files.ts";
import { findDraftPositions, listCountedDraftRounds } from "./ownership/draft-queries.ts";
import { buildOwnershipFile, formatOwnershipCsv } from "./ownership/ownership-files.ts";
import { listCountedRounds } from "./ownership/queries.ts";

type Cell = string | number;

/** Formats a time as fitzRoy's utcStartTime, such as `2023-09-01T09:15:00.000+0000`. */
const formatStart = (time: number): string => new Date(time).toISOString().replace("Z", "+0000");

/**
 * Builds stats.csv: a row for each player who took the field, with the columns of fitzRoy's `fetch_player_stats_afl()`, then our ids,
 * points and other scored stats. Columns for the provider's ids have ours where there is none. FEED=csv can read the file.
 */
function buildStatsCsv({ rounds, squads, players, rules }: SeasonSnapshot, onlyRound: RoundId | null): string {
	const squadsById = new Map(squads.map((squad) => [squad.id, squad]));
	const otherStats = Object.keys(rules.scoring).filter((key) => !isStatKey(key));
	const header = [
		"providerId",
		"utcStartTime",
		"round.roundNumber",
		"teamId",
		"team.name",
		"player.playerId",
		"player.givenName",
		"player.surname",
		...STAT_KEYS.map((key) => STATS[key].aflName),
		"timeOnGroundPercentage",
		"match_status",
		"match_id",
		"squad_id",
		"player_id",
		"fantasy_points",
		...otherStats,
	];
	const shownRounds = rounds.filter(({ id }) => onlyRound === null || id === onlyRound);
	const rows = shownRounds.flatMap(({ id: roundId, matches }) =>
		matches.flatMap((match) =>
			match.lines.map(({ playerId, squadId, stats }): Cell[] => {
				const squad = squadsById.get(squadId);
				const player = players.get(playerId);
				return [
					match.providerId || match.id,
					formatStart(match.startsAt),
					roundId,
					squad?.providerId || squadId,
					squad?.name ?? "",
					player?.providerId || playerId,
					player?.firstName ?? "",
					player?.lastName ?? "",
					...STAT_KEYS.map((key) => stats[key]),
					stats.TOG,
					match.status === "complete" ? "complete" : "playing",
					match.id,
					squadId,
					playerId,
					computePlayerPoints(stats, rules),
					...otherStats.map((key) => stats.other?.[key] ?? 0),
				];
			}),
		),
	);
	return formatCsv(header.join(","), rows);
}

/** Builds prices.csv: each player's price in each round from her first, in dollars. */
function buildPricesCsv({ squads, players }: SeasonSnapshot, onlyRound: RoundId | null): string {
	const squadNames = new Map(squads.map(({ id, name }) => [id, name]));
	const header = [
		"round.roundNumber",
		"player.playerId",
		"player.givenName",
		"player.surname",
		"team.name",
		"position",
		"price",
		"squad_id",
		"player_id",
	];
	const rows = [...players.values()].flatMap((player) =>
		[...player.prices]
			.filter(([roundId]) => onlyRound === null || roundId === onlyRound)
			.map(([roundId, price]): Cell[] => {
				const squadId = getSquadInRound(player, roundId);
				return [
					roundId,
					player.providerId || player.id,
					player.firstName,
					player.lastName,
					squadNames.get(squadId) ?? "",
					getPositionsInRound(player.positionHistory, roundId).join("/"),
					price,
					squadId,
					player.id,
				];
			}),
	);
	return formatCsv(header.join(","), rows);
}

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
