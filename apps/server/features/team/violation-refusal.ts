import type { PlayerLookup } from "@first-bounce/rules/player";
import type { Violation } from "@first-bounce/rules/violation";
import { type Reason, Refusal } from "../../plugins/refusal.ts";

/** Builds the reason for a refusal from a violation, with the player's name if she is in the season. */
export function buildReason(violation: Violation, getPlayer: PlayerLookup): Reason {
	const { code, ...data } = violation;
	const entries = Object.entries(data).filter((entry): entry is [string, string | number] => entry[1] !== null);
	const name = "playerId" in violation ? getPlayer(violation.playerId)?.name : undefined;
	return { code, data: { ...Object.fromEntries(entries), ...(name === undefined ? {} : { name }) } };
}

/** Builds the refusal of an action that breaks rules, with a reason for each violation. */
export function buildViolationRefusal(
	violations: readonly [Violation, ...Violation[]],
	getPlayer: PlayerLookup,
): Refusal {
	const [first, ...rest] = violations;
	return new Refusal(422, [
		buildReason(first, getPlayer),
		...rest.map((violation) => buildReason(violation, getPlayer)),
	]);
}
