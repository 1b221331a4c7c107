import type { UserId } from "@first-bounce/rules/ids";
import { type BestPercent, countBestPlaces, listBestTeams } from "@first-bounce/rules/rankings/best-of-season";
import type { Read } from "../../../db/servers/read-standby.ts";
import { findSeasonBefore, listFinalStandings } from "./queries.ts";

/** The best managers in the final standings of the previous season. */
export interface BestManagers {
	readonly seasonId: number;
	readonly seasonName: string;
	/** For each percentage, the final ranks of the managers who are among the best. */
	readonly ranks: Readonly<Record<BestPercent, ReadonlyMap<UserId, number>>>;
}

export type LoadBestManagers = (seasonId: number) => Promise<BestManagers | null>;

async function load(read: Read, seasonId: number): Promise<BestManagers | null> {
	return read(async ({ pool }) => {
		const before = await findSeasonBefore(pool, seasonId);
		if (!before) return null;
		// The best 10 % include the best 1 %.
		const standings = await listFinalStandings(pool, before, countBestPlaces(before.teams, 10));
		const findRanks = (percent: BestPercent) =>
			new Map(listBestTeams(standings, before.teams, percent).map(({ userId, rank }) => [userId, rank]));
		return { seasonId: before.id, seasonName: before.name, ranks: { 1: findRanks(1), 10: findRanks(10) } };
	});
}

/**
 * Creates a function that loads the best managers of the closed season before a season; null if there is none. They are
 * read once for each season, because closed seasons do not change.
 */
export function createBestManagers(read: Read): LoadBestManagers {
	let loaded: { readonly seasonId: number; readonly best: Promise<BestManagers | null> } | null = null;
	return (seasonId) => {
		if (loaded?.seasonId === seasonId) return loaded.best;
		const best = load(read, seasonId);
		loaded = { seasonId, best };
		// A failed read is repeated on the next call.
		best.catch(() => {
			if (loaded?.best === best) loaded = null;
		});
		return best;
	};
}
