import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { currentRound } from "@first-bounce/rules/round/rounds";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Game } from "../season/game.ts";
import { selectionCounts } from "./queries.ts";

const EVERY = 10 * 60_000;

export type Shares = ReadonlyMap<PlayerId, number>;

export interface Selections {
	/** % of complete teams that hold a player, as last counted. */
	readonly shares: () => Shares;
	/**
	 * Counts when it is time to: at each lock and every ten minutes of season time (decisions §4). Waits for the first
	 * count only; a live score never waits for a later one.
	 */
	readonly refresh: (season: Game, locks: string, now: SeasonTime) => Promise<void>;
	/** Resolves when nothing is being counted any more. */
	readonly idle: () => Promise<void>;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

export function createSelections(
	db: Kysely<Tables>,
	onCounted: () => Promise<void>,
	onError: (error: unknown) => void,
): Selections {
	let shares: Shares = new Map();
	let last: { at: SeasonTime; locks: string } | null = null;
	let counting: Promise<void> = Promise.resolve();

	const count = async ({ seasonId, rounds }: Game) => {
		const { teams, holders } = await selectionCounts(db, seasonId, currentRound(rounds)?.id ?? 1);
		shares = new Map([...holders].map(([id, held]) => [id, percent(held, teams)]));
	};
	return {
		shares: () => shares,
		refresh: async (season, locks, now) => {
			const before = last;
			if (before && before.locks === locks && now >= before.at && now < before.at + EVERY) return;
			last = { at: now, locks };
			if (before)
				counting = counting
					.then(() => count(season))
					.then(onCounted)
					.catch(onError);
			else await count(season);
		},
		idle: () => counting,
	};
}
