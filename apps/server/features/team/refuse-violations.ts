import type { PlayerLookup } from "@first-bounce/rules/player";
import type { Violation } from "@first-bounce/rules/violation";
import { type Reason, Refusal } from "../../plugins/refusal.ts";

/** A refusal by the rules as the API words it: every reason, with players by their names. */
export function refuseViolations(violations: readonly [Violation, ...Violation[]], players: PlayerLookup): Refusal {
	const reasonFor = (violation: Violation): Reason => {
		const { code, ...named } = violation;
		const entries = Object.entries(named).filter((entry): entry is [string, string | number] => entry[1] !== null);
		const name = "playerId" in violation ? players(violation.playerId)?.name : undefined;
		const player = "playerId" in violation ? { name: name ?? `Player ${violation.playerId}` } : {};
		return { code, data: { ...Object.fromEntries(entries), ...player } };
	};
	const [first, ...rest] = violations;
	return new Refusal(422, [reasonFor(first), ...rest.map(reasonFor)]);
}
