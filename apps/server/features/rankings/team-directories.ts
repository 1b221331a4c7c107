import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { getLastLockedRoundId } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { readRows } from "../match-day/standings/copy-queries.ts";
import type { SaveEvents } from "../match-day/standings/recent-saves.ts";
import type { PgListener } from "../seasons/current/pg-listener.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { createTeamDirectory, type TeamDirectory } from "./team-directory.ts";
import { buildTeamsQuery } from "./team-directory-queries.ts";

export interface TeamDirectories {
	/** Every team of the season as this process knows it; loaded first if it does not know them. */
	readonly of: (season: SeasonSnapshot) => Promise<TeamDirectory>;
	readonly close: () => void;
}

/** How long a change that could not be read at once waits for another attempt. */
const RETRY_MS = 3_000;

interface LoadedDirectory {
	readonly seasonId: number;
	/** Values are those of the line-ups locked by this round, at these prices. */
	readonly lockedRound: RoundId;
	readonly prices: string;
	readonly directory: TeamDirectory;
}

const buildPriceKey = ({ players }: SeasonSnapshot): string => [...players.values()].map(({ cost }) => cost).join();

/**
 * Keeps all teams' names, traits and values in memory, so that a rankings page needs no query. PgListener name the
 * teams to read again. After new prices, or the start of a round's last match, everything is read again while the old
 * values are still served. Without notifications everything is read each time, which is for tests only.
 */
export function createTeamDirectories(sources: {
	readonly pool: Pool;
	readonly news: Pick<PgListener, "on"> | null;
	/** Null where no season engine looks for saved teams: their values then wait until everything is read again. */
	readonly saves: SaveEvents | null;
	readonly onError: (error: unknown) => void;
}): TeamDirectories {
	const { pool, news, saves, onError } = sources;
	/** Users and teams that have changed and are to be read again. */
	const people = new Set<UserId>();
	const saved = new Set<TeamId>();
	const priced = new WeakMap<SeasonSnapshot, string>();
	let loaded: LoadedDirectory | null = null;
	let reading: Promise<LoadedDirectory> | null = null;
	let isApplying = false;
	/** Whether very many changed while everything was being read, so that it must be read again. */
	let isOutdated = false;

	const pricesIn = (season: SeasonSnapshot): string => {
		const prices = priced.get(season) ?? buildPriceKey(season);
		priced.set(season, prices);
		return prices;
	};

	const readAll = async (season: SeasonSnapshot): Promise<LoadedDirectory> => {
		const prices = pricesIn(season);
		const directory = createTeamDirectory((playerId) => season.players.get(playerId)?.cost ?? 0);
		const lockedRound = getLastLockedRoundId(season.rounds);
		await readRows(pool, buildTeamsQuery(`t.season_id = ${Number(season.seasonId)}`, lockedRound), directory.add);
		loaded = { seasonId: season.seasonId, lockedRound, prices, directory };
		return loaded;
	};
	const read = (season: SeasonSnapshot): Promise<LoadedDirectory> => {
		reading ??= readAll(season).finally(() => {
			reading = null;
			if (isOutdated) loaded = null;
			isOutdated = false;
			applyChanges().catch(onError);
		});
		return reading;
	};

	const readSome = async (
		{ seasonId, lockedRound, directory }: LoadedDirectory,
		teams: readonly TeamId[],
		users: readonly UserId[],
	) => {
		const ids = (list: readonly number[]) => `'{${list.map(Number).join()}}'::int[]`;
		const some = `(t.id = ANY (${ids(teams)}) OR t.user_id = ANY (${ids(users)}))`;
		const condition = `t.season_id = ${Number(seasonId)} AND ${some}`;
		await readRows(pool, buildTeamsQuery(condition, lockedRound), directory.add);
	};

	/** Reads changed teams again. While everything is being read, it waits for that to end. */
	const applyChanges = async () => {
		if (!news || isApplying) return;
		isApplying = true;
		try {
			if (!loaded || reading || saved.size + people.size === 0) return;
			const [teams, users] = [[...saved], [...people]];
			saved.clear();
			people.clear();
			await readSome(loaded, teams, users).catch((error) => {
				for (const team of teams) saved.add(team);
				for (const user of users) people.add(user);
				throw error;
			});
		} finally {
			isApplying = false;
		}
	};

	const unsubscribe = news?.on("people_changed", (payload) => {
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) people.add(userId);
		else {
			loaded = null;
			isOutdated = reading !== null;
		}
		return applyChanges();
	});
	const retry = news ? setInterval(() => void applyChanges().catch(onError), RETRY_MS).unref() : null;
	const unsubscribeFromSaves = saves?.onSaved((recent) => {
		for (const { teamId } of recent) saved.add(teamId);
		applyChanges().catch(onError);
	});

	return {
		of: async (season) => {
			if (!news || loaded?.seasonId !== season.seasonId) return (await read(season)).directory;
			const isCurrent =
				loaded.prices === pricesIn(season) && loaded.lockedRound === getLastLockedRoundId(season.rounds);
			if (!isCurrent) read(season).catch(onError);
			return loaded.directory;
		},
		close: () => {
			unsubscribe?.();
			unsubscribeFromSaves?.();
			if (retry) clearInterval(retry);
		},
	};
}
