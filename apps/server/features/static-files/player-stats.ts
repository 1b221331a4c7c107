import type { PlayerStatsFile, PlayerTotalsFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import { computePlayerPoints, hasPlayed } from "@first-bounce/rules/scoring/player-points";
import type { ReadDb } from "../../db/servers/read-standby.ts";
import type { Db } from "../../db/tables/tables.ts";
import { type BuiltFile, buildFile } from "../../plugins/http/built-file.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { buildStatLine } from "../seasons/current/stat-line.ts";
import { listAllStatLines, listPlayerStatLines, listPlayerTotals, type PlayerStatLineRow } from "./queries.ts";

const getOpponentId = (row: { squad_id: SquadId; home_squad_id: SquadId; away_squad_id: SquadId }): SquadId =>
	row.squad_id === row.home_squad_id ? row.away_squad_id : row.home_squad_id;

/** Builds player_stats/{id}.json: one row per match played in a round of the season, the newest first. */
function buildPlayerStatsFile(season: SeasonSnapshot, rows: readonly PlayerStatLineRow[]): PlayerStatsFile {
	return rows.flatMap((row) => {
		const line = buildStatLine(row);
		// Finals after the last round of the game do not count, as in totals.
		if (!hasPlayed(line) || row.round_id > season.rules.lastRound) return [];
		const { other: _, ...stats } = line;
		const points = computePlayerPoints(line, season.rules);
		return [{ roundId: row.round_id, matchId: row.match_id, opponentId: getOpponentId(row), points, stats }];
	});
}

/** Builds player_totals.json: every player's totals in matches that are complete or abandoned. */
async function buildPlayerTotals(db: Db, { seasonId, players }: SeasonSnapshot): Promise<PlayerTotalsFile> {
	const rows = await listPlayerTotals(db, seasonId);
	return rows
		.filter(({ player_id }) => players.has(player_id))
		.map(({ player_id, games, ...stats }) => ({ id: player_id, games, stats }));
}

/** Returns a function that builds the totals on the first request for each version of the season. */
export function createPlayerTotals(read: ReadDb) {
	let cached: { readonly season: SeasonSnapshot; readonly file: Promise<BuiltFile> } | null = null;
	const build = async (season: SeasonSnapshot) => buildFile(await read(({ db }) => buildPlayerTotals(db, season)));
	return async (season: SeasonSnapshot): Promise<BuiltFile> => {
		if (cached?.season === season) return cached.file;
		const entry = { season, file: build(season) };
		cached = entry;
		entry.file.catch(() => {
			if (cached === entry) cached = null;
		});
		return entry.file;
	};
}

/**
 * Returns a function that builds a player's file on the first request for each version of the season; undefined for an
 * unknown player.
 */
export function createPlayerStats(read: ReadDb) {
	let lastSeason: SeasonSnapshot | null = null;
	let files = new Map<PlayerId, Promise<BuiltFile>>();
	return async (season: SeasonSnapshot, id: PlayerId): Promise<BuiltFile | undefined> => {
		if (!season.players.has(id)) return undefined;
		if (season !== lastSeason) files = new Map();
		lastSeason = season;
		const versionFiles = files;
		const file =
			versionFiles.get(id) ??
			read(({ db }) => listPlayerStatLines(db, season.seasonId, id)).then((rows) =>
				buildFile(buildPlayerStatsFile(season, rows)),
			);
		versionFiles.set(id, file);
		file.catch(() => versionFiles.delete(id));
		return file;
	};
}

/** Returns a function that builds all players' files with one query. Unchanged files are reused. */
export function createAllPlayerStats(read: ReadDb) {
	let previousFiles: ReadonlyMap<PlayerId, BuiltFile> = new Map();
	return async (season: SeasonSnapshot): Promise<ReadonlyMap<PlayerId, BuiltFile>> => {
		const lines = await read(({ db }) => listAllStatLines(db, season.seasonId));
		const linesByPlayer = Map.groupBy(lines, ({ player_id }) => player_id);
		const files = new Map<PlayerId, BuiltFile>();
		for (const id of season.players.keys())
			files.set(id, await buildFile(buildPlayerStatsFile(season, linesByPlayer.get(id) ?? []), previousFiles.get(id)));
		previousFiles = files;
		return files;
	};
}
