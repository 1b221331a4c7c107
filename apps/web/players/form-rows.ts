import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeForm } from "@first-bounce/rules/prices/form";
import { computeBreakEven } from "@first-bounce/rules/prices/outlook";
import type { Season } from "../api/season-model.ts";

/** One round of a player's season. */
export interface FormRow {
	readonly roundId: number;
	/** Null where she did not play, or not yet. */
	readonly points: number | null;
	/** The price in force in the round. */
	readonly price: number | null;
	/** What a match had to bring for her price to stay, as it stood before the round. */
	readonly breakEven: number | null;
}

/** Her season round by round up to the current one: price, score, and the break-even by the rules' own sum. */
export function buildFormRows({ stats }: PlayerEntry, matches: PlayerStatsFile, season: Season): readonly FormRow[] {
	const played = matches.map(({ roundId, points }) => ({ roundId, points, abandoned: false }));
	const last = season.current?.id ?? 0;
	let m = season.rules.prices.openingMagicNumber;
	return season.rounds
		.filter(({ id }) => id <= last)
		.map(({ id }) => {
			const price = stats.prices[String(id)] ?? null;
			const before = computeForm(played.filter(({ roundId }) => roundId < id)).map(({ points }) => points);
			const even = price === null ? null : Math.ceil(computeBreakEven(price, before, m, season.rules));
			m = season.magicNumbers.get(id) ?? m;
			return { roundId: id, points: stats.scores[String(id)] ?? null, price, breakEven: even };
		});
}
