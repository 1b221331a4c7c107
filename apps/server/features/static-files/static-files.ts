import type { ChecksumsFile, PlayerStatsFile } from "@first-bounce/contract/static-data";
import type { PlayerId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import { lockedSquads } from "@first-bounce/rules/lockout/lockout";
import { currentRound } from "@first-bounce/rules/round/rounds";
import { playerPoints, tookTheField } from "@first-bounce/rules/scoring/player-points";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { coalesce } from "../season/coalesce.ts";
import type { Game } from "../season/game.ts";
import { statLineOf } from "../season/stat-line.ts";
import { type BuiltFile, buildFile } from "./built-file.ts";
import { playersFileOf } from "./players-file.ts";
import { playerLines, selectionCounts } from "./queries.ts";
import { countriesFileOf, roundsFileOf, seasonFileOf, squadsFileOf } from "./season-files.ts";

const SELECTIONS_EVERY = 10 * 60_000;

/** The files of one version, by name without the ending; swapped whole. */
export interface StaticVersion {
	readonly dataVersion: number;
	readonly files: ReadonlyMap<string, BuiltFile>;
	readonly checksums: Readonly<ChecksumsFile>;
}

/** Names of the files that a new version changed. */
export type VersionListener = (version: StaticVersion, changed: readonly string[]) => void;

export interface StaticFiles {
	readonly current: () => StaticVersion;
	readonly file: (name: string) => BuiltFile | undefined;
	/** player_stats/{id}.json, built when it is first asked for; undefined for an unknown player. */
	readonly playerStats: (id: PlayerId) => Promise<BuiltFile | undefined>;
	/** Builds what the season's data, a lock or ten minutes have changed. Cheap when nothing has. */
	readonly refresh: () => Promise<void>;
	readonly onChange: (listener: VersionListener) => () => void;
}

interface Sources {
	readonly db: Kysely<Tables>;
	readonly game: () => Game | null;
	readonly seasonNow: () => SeasonTime;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

const opponentOf = (row: { squad_id: SquadId; home_squad_id: SquadId; away_squad_id: SquadId }): SquadId =>
	row.squad_id === row.home_squad_id ? row.away_squad_id : row.home_squad_id;

async function playerStatsOf(db: Kysely<Tables>, game: Game, id: PlayerId): Promise<PlayerStatsFile> {
	const rows = await playerLines(db, game.seasonId, id);
	return rows.flatMap((row) => {
		const { other: _, ...stats } = statLineOf(row);
		if (!tookTheField(statLineOf(row))) return [];
		const points = playerPoints(statLineOf(row), game.rules);
		return [{ roundId: row.round_id, matchId: row.match_id, opponentId: opponentOf(row), points, stats }];
	});
}

/** Builds the season's static files and keeps them in memory, in both encodings (design: written once, served whole). */
export async function createStaticFiles({ db, game, seasonNow }: Sources): Promise<StaticFiles> {
	const listeners = new Set<VersionListener>();
	const countries = await buildFile(countriesFileOf());
	let version: StaticVersion = { dataVersion: -1, files: new Map(), checksums: {} };
	let built = { game: null as Game | null, locks: "" };
	let selections = { dueAt: Number.NEGATIVE_INFINITY, locks: "", shares: new Map<PlayerId, number>() };
	let playerStats = new Map<PlayerId, Promise<BuiltFile>>();

	const refreshSelections = async (season: Game, locks: string, now: SeasonTime) => {
		if (now < selections.dueAt && now >= selections.dueAt - SELECTIONS_EVERY && locks === selections.locks)
			return false;
		const { teams, holders } = await selectionCounts(db, season.seasonId, currentRound(season.rounds)?.id ?? 1);
		const shares = new Map([...holders].map(([id, count]) => [id, percent(count, teams)]));
		selections = { dueAt: now + SELECTIONS_EVERY, locks, shares };
		return true;
	};

	const refresh = coalesce(async () => {
		const season = game();
		if (!season) return;
		const now = seasonNow();
		const round = currentRound(season.rounds);
		const locked = round ? lockedSquads(round, now) : new Set<SquadId>();
		const locks = [round?.id, ...locked].join();
		const recounted = await refreshSelections(season, locks, now);
		if (season === built.game && locks === built.locks && !recounted) return;
		const before = version.files;
		const isSame = season === built.game;
		const files = new Map<string, BuiltFile>([["countries", countries]]);
		const values = {
			rounds: () => roundsFileOf(season),
			squads: () => squadsFileOf(season),
			season: () => seasonFileOf(season),
			players: () => playersFileOf(season, { selections: selections.shares, lockedSquads: locked }),
		};
		for (const [name, value] of Object.entries(values)) {
			const old = before.get(name);
			files.set(name, isSame && old && name !== "players" ? old : await buildFile(value(), old));
		}
		const changed = [...files].filter(([name, file]) => before.get(name) !== file).map(([name]) => name);
		built = { game: season, locks };
		if (!isSame) playerStats = new Map();
		const checksums = Object.fromEntries([...files].map(([name, { hash }]) => [name, hash]));
		files.set("checksums", await buildFile(checksums, before.get("checksums")));
		version = { dataVersion: season.dataVersion, files, checksums };
		if (changed.length > 0) for (const listener of listeners) listener(version, changed);
	});

	await refresh();
	return {
		current: () => version,
		file: (name) => version.files.get(name),
		playerStats: async (id) => {
			const season = game();
			if (!season?.players.has(id)) return undefined;
			const known = playerStats;
			const file = known.get(id) ?? playerStatsOf(db, season, id).then((value) => buildFile(value));
			known.set(id, file);
			file.catch(() => known.delete(id));
			return file;
		},
		refresh,
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
