import type { Dollars, PlayerId, Points } from "./ids.ts";
import type { Line } from "./player.ts";

/** Every reason why a rule refuses an action. The apps have the messages for users. */
export type Violation =
	| { readonly code: "unknown-player"; readonly playerId: PlayerId }
	| { readonly code: "duplicate-player"; readonly playerId: PlayerId }
	| { readonly code: "empty-slot"; readonly area: "field" | "bench" | "utility"; readonly line: Line | null }
	| {
			readonly code: "wrong-shape";
			readonly area: "field" | "bench";
			readonly line: Line;
			readonly expected: number;
			readonly got: number;
	  }
	| { readonly code: "wrong-position"; readonly playerId: PlayerId; readonly line: Line }
	| { readonly code: "over-salary-cap"; readonly by: number }
	| { readonly code: "captain-not-on-field"; readonly playerId: PlayerId }
	| { readonly code: "vice-captain-not-on-field"; readonly playerId: PlayerId }
	| { readonly code: "captain-is-vice-captain"; readonly playerId: PlayerId }
	| { readonly code: "emergency-not-on-bench"; readonly playerId: PlayerId }
	| { readonly code: "already-emergency"; readonly playerId: PlayerId }
	| { readonly code: "not-on-field"; readonly playerId: PlayerId }
	| { readonly code: "not-on-bench"; readonly playerId: PlayerId }
	| { readonly code: "not-captain"; readonly playerId: PlayerId }
	| { readonly code: "not-vice-captain"; readonly playerId: PlayerId }
	| { readonly code: "has-bye"; readonly playerId: PlayerId }
	| { readonly code: "may-play"; readonly playerId: PlayerId }
	| { readonly code: "did-not-play"; readonly playerId: PlayerId }
	| {
			readonly code: "score-too-low";
			readonly playerId: PlayerId;
			readonly points: Points;
			readonly minimum: Points;
	  }
	| { readonly code: "too-many-emergencies"; readonly limit: number }
	| { readonly code: "locked"; readonly playerId: PlayerId }
	| { readonly code: "not-in-team"; readonly playerId: PlayerId }
	| { readonly code: "not-in-line-up"; readonly playerId: PlayerId }
	| { readonly code: "already-in-team"; readonly playerId: PlayerId }
	| { readonly code: "no-place"; readonly playerId: PlayerId }
	| { readonly code: "no-line-up" }
	| { readonly code: "swap-with-herself"; readonly playerId: PlayerId }
	| { readonly code: "no-trades-left"; readonly limit: number; readonly left: number }
	| { readonly code: "no-trade-pairs" }
	| { readonly code: "came-in-this-round"; readonly playerId: PlayerId }
	| { readonly code: "price-changed"; readonly playerId: PlayerId; readonly price: Dollars }
	| { readonly code: "trade-locked"; readonly tradeId: number }
	| { readonly code: "trade-not-locked"; readonly tradeId: number }
	| { readonly code: "in-another-trade"; readonly playerId: PlayerId }
	| { readonly code: "trade-unknown"; readonly tradeId: number }
	| { readonly code: "trade-final"; readonly tradeId: number }
	| { readonly code: "trade-not-last"; readonly tradeId: number; readonly playerId: PlayerId }
	| { readonly code: "nothing-to-roll-back" }
	| { readonly code: "not-enough-salary-to-fill" }
	| { readonly code: "team-started" }
	| { readonly code: "team-not-started" }
	| { readonly code: "team-incomplete" }
	| { readonly code: "no-round-left" }
	| { readonly code: "season-complete" };

export type ViolationCode = Violation["code"];

/** The result of a rule: a value, or every violation. */
export type Ruling<Value> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly violations: readonly [Violation, ...Violation[]] };

export const accept = <Value>(value: Value): Ruling<Value> => ({ ok: true, value });

export const forbid = (violation: Violation): Ruling<never> => ({ ok: false, violations: [violation] });

export function buildRuling<Value>(violations: readonly Violation[], value: Value): Ruling<Value> {
	const [first, ...rest] = violations;
	return first ? { ok: false, violations: [first, ...rest] } : { ok: true, value };
}
