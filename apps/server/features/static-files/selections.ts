import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { MIN_CHANGED_TEAMS, MIN_TEAMS_TO_COUNT } from "@first-bounce/rules/rivals/visible-to-rivals";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { Db } from "../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { countSelections } from "./queries.ts";

const CHECK_INTERVAL_MS = 10 * MINUTE_MS;

/** The whole percentage of complete teams that have a player, as last counted; null while it must not be shown. */
export type GetSelection = (playerId: PlayerId) => number | null;

const hideSelection: GetSelection = () => null;

export function createSelections(db: Db, onCounted: () => Promise<void>, onError: (error: unknown) => void) {
	let getSelection = hideSelection;
	let lastContent = "";
	let lastCheck: { at: SeasonTime; lockKey: string } | null = null;
	let counting: Promise<void> = Promise.resolve();

	const count = async ({ seasonId, rounds }: SeasonSnapshot) => {
		const { teams, percentages } = await countSelections(db, {
			seasonId,
			roundId: findCurrentRound(rounds)?.id ?? 1,
			minTeams: MIN_TEAMS_TO_COUNT,
			minChanges: MIN_CHANGED_TEAMS,
		});
		const result = teams < MIN_TEAMS_TO_COUNT ? null : percentages;
		const content = JSON.stringify(result);
		if (content === lastContent) return;
		lastContent = content;
		getSelection = result ? (id) => result[id] ?? 0 : hideSelection;
	};
	return {
		/** Returns a new function after every count that changed a percentage. */
		current: () => getSelection,
		/**
		 * Counts again after each lock and every ten minutes of season time, if enough teams have changed. `lockKey` changes at
		 * each lock. Only the first call waits for its count, so that later counts do not delay live scores.
		 */
		refresh: async (season: SeasonSnapshot, lockKey: string, now: SeasonTime): Promise<void> => {
			const previous = lastCheck;
			if (previous?.lockKey === lockKey && now >= previous.at && now < previous.at + CHECK_INTERVAL_MS) return;
			if (previous)
				counting = counting
					.then(() => count(season))
					.then(onCounted)
					.catch(onError);
			else await count(season);
			// Not reached if the first count fails, so that the next call repeats it.
			lastCheck = { at: now, lockKey };
		},
		/** Resolves when no count is running. */
		waitForCount: () => counting,
	};
}
