import {
	findChangeViolation,
	type OperatorChange,
	type SeasonMoment,
} from "@first-bounce/rules/season-changes/operator-changes";
import { refuse } from "../../../plugins/refusal.ts";
import type { Squad } from "./season-snapshot.ts";

interface ChangeContext extends SeasonMoment {
	readonly squads?: readonly Squad[];
	/** The player who is changed. */
	readonly playerName?: string;
}

/**
 * Refuses an operator's change that is not allowed now. Call this under the season's lock.
 *
 * @throws Refusal `club-change-locked`, `departure-locked`, `round-started`, `round-over`, `match-started`, `rules-locked`
 */
export function requireAllowedChange(change: OperatorChange, context: ChangeContext): void {
	const violation = findChangeViolation(change, context);
	if (!violation) return;
	switch (violation.code) {
		case "club-locked": {
			const { squadId, roundId: round } = violation;
			const club = context.squads?.find(({ id }) => id === squadId)?.name ?? `${squadId}`;
			const code = change.kind === "departure" ? "departure-locked" : "club-change-locked";
			throw refuse(409, code, { name: context.playerName ?? "", club, round });
		}
		case "round-over":
			throw refuse(409, violation.code, { round: violation.roundId });
		case "round-started":
			throw refuse(422, violation.code);
		default:
			throw refuse(409, violation.code);
	}
}
