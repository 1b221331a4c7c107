import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { computeBreakEven } from "@first-bounce/rules/prices/price-projection";
import type { Season } from "../../api/season-model.ts";

/** One round of a player's season. */
export interface FormRow {
	readonly roundId: number;
	/** Null if she did not play, or has not played yet. */
	readonly points: number | null;
	/** The price during the round. */
	readonly price: number | null;
	/** The score that would keep her price unchanged, as it was before the round. */
	readonly breakEven: number | null;
}

/** Her price, score and break-even by round, up to the current round. */
export function buildFormRows({ stats }: PlayerEntry, matches: PlayerStatsFile, season: Season): readonly FormRow[] {
	const played = matches.map(({ roundId, points }) => ({ roundId, points, abandoned: false }));
	const last = season.current?.id ?? 0;
	let magicNumber = season.rules.prices.openingMagicNumber;
	return season.rounds
		.filter(({ id }) => id <= last)
		.map(({ id }) => {
			const price = stats.prices[String(id)] ?? null;
			const before = computeFormScores(played.filter(({ roundId }) => roundId < id)).map(({ points }) => points);
			const breakEven = price === null ? null : Math.ceil(computeBreakEven(price, before, magicNumber, season.rules));
			magicNumber = season.magicNumbers.get(id) ?? magicNumber;
			return { roundId: id, points: stats.scores[String(id)] ?? null, price, breakEven };
		});
}
