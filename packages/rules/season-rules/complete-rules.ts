import { DEFAULT_SEASON_RULES, type SeasonRules } from "./season-rules.ts";

/** Rules as a season has them stored: an older version of the game knew fewer. */
export type StoredRules = Partial<Omit<SeasonRules, Group>> & { readonly [Key in Group]?: Partial<SeasonRules[Key]> };

type Group = "field" | "bench" | "trades" | "prices" | "leagues";

/** Stored rules with what they do not say as the defaults have it; no round of theirs had a theme that they do not name. */
export function completeRules(stored: StoredRules): SeasonRules {
	const base = { ...DEFAULT_SEASON_RULES, themedRounds: [] };
	const { leagues } = base;
	return {
		...base,
		...stored,
		scoring: { ...base.scoring, ...stored.scoring },
		field: { ...base.field, ...stored.field },
		bench: { ...base.bench, ...stored.bench },
		trades: { ...base.trades, ...stored.trades },
		prices: { ...base.prices, ...stored.prices },
		leagues: {
			...leagues,
			...stored.leagues,
			premiershipPoints: { ...leagues.premiershipPoints, ...stored.leagues?.premiershipPoints },
		},
	};
}
