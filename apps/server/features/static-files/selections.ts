import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { MIN_CHANGED_TEAMS, MIN_TEAMS_TO_COUNT } from "@first-bounce/rules/redaction/redact-for-rivals";
import { findCurrentRound } from "@first-bounce/rules/round/rounds";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { countSelections } from "./queries.ts";

const CHECK_INTERVAL_MS = 10 * 60_000;

/** Whole percentage of complete teams that hold a player, as last counted; null while no figure may be shown. */
export type SelectionOf = (playerId: PlayerId) => number | null;

export interface Selections {
	/** A new function after every count that changed a figure. */
	readonly current: () => SelectionOf;
	/**
	 * At each lock and every ten minutes of season time: counts again if enough teams have changed. Only the first call
	 * waits for its count, so that live scores do not wait for later ones.
	 */
	readonly refresh: (season: SeasonSnapshot, locks: string, now: SeasonTime) => Promise<void>;
	/** Resolves when nothing is being counted any more. */
	readonly idle: () => Promise<void>;
}

const noFigure: SelectionOf = () => null;

export function createSelections(
	db: Kysely<Tables>,
	onCounted: () => Promise<void>,
	onError: (error: unknown) => void,
): Selections {
	let selectionOf = noFigure;
	let counted = "";
	let last: { at: SeasonTime; locks: string } | null = null;
	let counting: Promise<void> = Promise.resolve();

	const count = async ({ seasonId, rounds }: SeasonSnapshot) => {
		const { teams, percentages } = await countSelections(db, {
			seasonId,
			roundId: findCurrentRound(rounds)?.id ?? 1,
			minTeams: MIN_TEAMS_TO_COUNT,
			minChanges: MIN_CHANGED_TEAMS,
		});
		const shown = teams < MIN_TEAMS_TO_COUNT ? null : percentages;
		const next = JSON.stringify(shown);
		if (next === counted) return;
		counted = next;
		selectionOf = shown ? (id) => shown[id] ?? 0 : noFigure;
	};
	return {
		current: () => selectionOf,
		refresh: async (season, locks, now) => {
			const before = last;
			if (before && before.locks === locks && now >= before.at && now < before.at + CHECK_INTERVAL_MS) return;
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
