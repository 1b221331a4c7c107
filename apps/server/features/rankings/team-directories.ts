import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { getLastLockedRoundId } from "@first-bounce/rules/round/round";
import type { Pool } from "pg";
import type { PgListener } from "../seasons/current/pg-listener.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { readRows } from "../standings/copy-queries.ts";
import type { SaveEvents } from "../standings/recent-saves.ts";
import { validateId } from "../standings/standings-queries.ts";
import { createTeamDirectory, type TeamDirectory } from "./team-directory.ts";
import { buildDirectoryQuery } from "./team-directory-queries.ts";

export interface TeamDirectories {
	/** Returns the teams of a season, loading them on first use. */
	readonly load: (season: SeasonSnapshot) => Promise<TeamDirectory>;
	readonly close: () => void;
}

/** The delay before a failed read of a change is retried. */
const RETRY_MS = 3_000;

interface LoadedDirectory {
	readonly seasonId: number;
	/** Team values are those of the line-ups of this round, which are completely locked. */
	readonly lockedRoundId: RoundId;
	/** Identifies the prices that team values were computed with. */
	readonly priceKey: string;
	readonly directory: TeamDirectory;
}

interface DirectorySources {
	readonly pool: Pool;
	readonly pgListener: Pick<PgListener, "on"> | null;
	/** Null if no season engine runs: the values of saved teams are then updated when all teams are read again. */
	readonly saves: SaveEvents | null;
	readonly onError: (error: unknown) => void;
}

class PendingChanges {
	readonly users = new Set<UserId>();
	readonly teams = new Set<TeamId>();

	arePending(): boolean {
		return this.users.size + this.teams.size > 0;
	}

	/** Reads the rows of these users and teams again. If that fails, they stay pending. */
	async apply(pool: Pool, { seasonId, lockedRoundId, directory }: LoadedDirectory): Promise<void> {
		const [users, teams] = [[...this.users], [...this.teams]];
		this.users.clear();
		this.teams.clear();
		const formatIds = (ids: readonly number[]) => `'{${ids.map(Number).join()}}'::int[]`;
		const idCondition = `(t.id = ANY (${formatIds(teams)}) OR t.user_id = ANY (${formatIds(users)}))`;
		const condition = `t.season_id = ${validateId(seasonId)} AND ${idCondition}`;
		await readRows(pool, buildDirectoryQuery(condition, lockedRoundId), directory.add).catch((error) => {
			for (const user of users) this.users.add(user);
			for (const team of teams) this.teams.add(team);
			throw error;
		});
	}
}

/** Identifies the prices of a season. Computed once per season in memory. */
function createPriceKeys(): (season: SeasonSnapshot) => string {
	const priceKeys = new WeakMap<SeasonSnapshot, string>();
	return (season) => {
		const priceKey = priceKeys.get(season) ?? [...season.players.values()].map(({ cost }) => cost).join();
		priceKeys.set(season, priceKey);
		return priceKey;
	};
}

async function readDirectory(pool: Pool, season: SeasonSnapshot, priceKey: string): Promise<LoadedDirectory> {
	const { seasonId } = season;
	const directory = createTeamDirectory((playerId) => season.players.get(playerId)?.cost ?? 0);
	const lockedRoundId = getLastLockedRoundId(season.rounds);
	await readRows(pool, buildDirectoryQuery(`t.season_id = ${validateId(seasonId)}`, lockedRoundId), directory.add);
	return { seasonId, lockedRoundId, priceKey, directory };
}

/**
 * Keeps the names, traits and values of all teams in memory, so that a rankings page needs no query. PostgreSQL's
 * notifications name the users to read again, and save events the teams. After new prices, or the start of a round's last
 * match, all teams are read again while the old values are served. Without `pgListener`, which is only for tests, all
 * teams are read for every call.
 */
export function createTeamDirectories({ pool, pgListener, saves, onError }: DirectorySources): TeamDirectories {
	const changes = new PendingChanges();
	const getPriceKey = createPriceKeys();
	let loaded: LoadedDirectory | null = null;
	let reading: { readonly seasonId: number; readonly result: Promise<LoadedDirectory> } | null = null;
	let isApplying = false;
	/** Whether too many users to name one by one changed while all teams were being read, which must then be repeated. */
	let isOutdated = false;

	const readAll = async (season: SeasonSnapshot): Promise<LoadedDirectory> => {
		loaded = await readDirectory(pool, season, getPriceKey(season));
		return loaded;
	};
	const read = async (season: SeasonSnapshot): Promise<LoadedDirectory> => {
		// Only one season is kept in memory, so a read of another season must end first. If that read fails, its own caller
		// gets the error.
		while (reading && reading.seasonId !== season.seasonId) await reading.result.catch(() => undefined);
		reading ??= {
			seasonId: season.seasonId,
			result: readAll(season).finally(() => {
				reading = null;
				if (isOutdated) loaded = null;
				isOutdated = false;
				applyChanges().catch(onError);
			}),
		};
		return reading.result;
	};

	/** Reads changed teams again, also those that change meanwhile, after a running read of all teams. */
	const applyChanges = async () => {
		if (!pgListener || isApplying) return;
		isApplying = true;
		try {
			while (loaded && !reading && changes.arePending()) await changes.apply(pool, loaded);
		} finally {
			isApplying = false;
		}
	};

	const unsubscribe = pgListener?.on("people_changed", (payload) => {
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) changes.users.add(userId);
		else {
			loaded = null;
			isOutdated = reading !== null;
		}
		return applyChanges();
	});
	const retry = pgListener ? setInterval(() => void applyChanges().catch(onError), RETRY_MS).unref() : null;
	const unsubscribeFromSaves = saves?.onSaved((recent) => {
		for (const { teamId } of recent) changes.teams.add(teamId);
		applyChanges().catch(onError);
	});

	return {
		load: async (season) => {
			if (!pgListener || loaded?.seasonId !== season.seasonId) return (await read(season)).directory;
			const isCurrent =
				loaded.priceKey === getPriceKey(season) && loaded.lockedRoundId === getLastLockedRoundId(season.rounds);
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
