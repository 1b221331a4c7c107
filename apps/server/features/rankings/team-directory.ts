import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Game } from "../season/game.ts";
import type { Notifications } from "../season/notifications.ts";
import { copyRows } from "../standings/copy-binary.ts";
import { createRecentSaves } from "../standings/recent-saves.ts";
import { createTeamColumns, type TeamColumns } from "./team-columns.ts";
import { STATE_CODE_SQL } from "./team-traits.ts";

/** The columns of a moment; `version` goes up whenever anything in them changes. */
export interface TeamDirectory extends TeamColumns {
	readonly version: number;
}

export interface TeamDirectories {
	/** Everybody's team of the season as this process knows them; read first if it does not. */
	readonly of: (game: Game) => TeamDirectory | Promise<TeamDirectory>;
	readonly close: () => void;
}

const ROWS = (where: string) => `
	SELECT t.id, t.user_id, t.start_round_id, u.supported_squad_id, ${STATE_CODE_SQL},
		(SELECT slots FROM lineups l WHERE l.team_id = t.id ORDER BY l.round_id DESC LIMIT 1),
		'"userId":' || u.id || ',"teamId":' || t.id
			|| ',"fullName":' || to_json(CASE WHEN u.is_active THEN u.first_name || ' ' || left(u.last_name, 1) || '.' ELSE '' END)
			|| ',"teamName":' || to_json(CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END)
			|| ',"avatarVersion":' || CASE WHEN u.is_active THEN u.avatar_version ELSE 0 END
			|| ',"supportedSquadId":' || coalesce(u.supported_squad_id::text, 'null')
	FROM teams t JOIN users u ON u.id = t.user_id
	WHERE ${where}`;

/** How often line-ups that other processes saved are looked for. */
const HEED_EVERY = 3_000;

interface Held {
	readonly seasonId: number;
	readonly prices: string;
	readonly directory: TeamDirectory & { version: number };
}

const pricesOf = ({ players }: Game): string => [...players.values()].map(({ cost }) => cost).join();

/**
 * Keeps all teams' names, traits and values in memory, so that a page of the rankings asks the database nothing. What
 * changes is told by notifications and read again, team by team; new prices read everything again while the old is
 * still served. Without notifications it reads everything each time: right for small installations' tests only.
 */
export function createTeamDirectories(sources: {
	readonly pool: Pool;
	readonly news: Pick<Notifications, "on"> | null;
	readonly onError: (error: unknown) => void;
}): TeamDirectories {
	const { pool, news, onError } = sources;
	const saves = createRecentSaves(pool);
	/** Told of, and not read again yet. */
	const people = new Set<UserId>();
	const saved = new Set<TeamId>();
	const priced = new WeakMap<Game, string>();
	let held: Held | null = null;
	let reading: Promise<Held> | null = null;
	let isHeeding = false;
	/** Told, while everything was read, that very many have changed: some of them may have been read before. */
	let isOutdated = false;

	const pricesIn = (game: Game): string => {
		const prices = priced.get(game) ?? pricesOf(game);
		priced.set(game, prices);
		return prices;
	};

	const readAll = async (game: Game): Promise<Held> => {
		const prices = pricesIn(game);
		const { rows } = await pool.query<{ team: number; person: number }>(
			"SELECT coalesce(max(id), 0) AS team, coalesce(max(user_id), 0) AS person FROM teams WHERE season_id = $1",
			[game.seasonId],
		);
		const costOf = (playerId: number) => game.players.get(playerId)?.cost ?? 0;
		const columns = createTeamColumns(rows[0]?.team ?? 0, rows[0]?.person ?? 0, costOf);
		await copyRows(pool, ROWS(`t.season_id = ${Number(game.seasonId)}`), columns.take);
		const version = (held?.directory.version ?? 0) + 1;
		held = { seasonId: game.seasonId, prices, directory: Object.assign(columns, { version }) };
		return held;
	};
	const read = (game: Game): Promise<Held> => {
		reading ??= readAll(game).finally(() => {
			reading = null;
			if (isOutdated) held = null;
			isOutdated = false;
			heed().catch(onError);
		});
		return reading;
	};

	const readSome = async ({ seasonId, directory }: Held, teams: readonly TeamId[], users: readonly UserId[]) => {
		const ids = (list: readonly number[]) => `'{${list.map(Number).join()}}'::int[]`;
		const some = `(t.id = ANY (${ids(teams)}) OR t.user_id = ANY (${ids(users)}))`;
		await copyRows(pool, ROWS(`t.season_id = ${Number(seasonId)} AND ${some}`), directory.take);
		directory.version++;
	};

	/** Takes in what changed; while everything is being read, it waits for that to end. */
	const heed = async () => {
		if (!news || isHeeding) return;
		isHeeding = true;
		try {
			for (const team of await saves.next()) saved.add(team);
			if (!held || reading || saved.size + people.size === 0) return;
			const [teams, users] = [[...saved], [...people]];
			saved.clear();
			people.clear();
			await readSome(held, teams, users).catch((error) => {
				for (const team of teams) saved.add(team);
				for (const user of users) people.add(user);
				throw error;
			});
		} finally {
			isHeeding = false;
		}
	};

	const forget = news?.on("people_changed", (payload) => {
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) people.add(userId);
		else {
			held = null;
			isOutdated = reading !== null;
		}
		return heed();
	});
	const watch = news ? setInterval(() => void heed().catch(onError), HEED_EVERY).unref() : null;

	return {
		of: (game) => {
			if (!news) return read(game).then(({ directory }) => directory);
			if (held?.seasonId !== game.seasonId) return read(game).then(({ directory }) => directory);
			if (held.prices !== pricesIn(game)) read(game).catch(onError);
			return held.directory;
		},
		close: () => {
			forget?.();
			if (watch) clearInterval(watch);
		},
	};
}
