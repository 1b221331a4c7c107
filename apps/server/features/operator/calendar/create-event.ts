import type { AutomaticEvent } from "@first-bounce/contract/operator/calendar";
import { formatInstant } from "../../../plugins/format-instant.ts";

/** Creates an event about no match and nobody in particular. */
export function createEvent(kind: AutomaticEvent["kind"], roundId: number | null, at: number | null): AutomaticEvent {
	const time = formatInstant(at);
	return { kind, roundId, at: time, match: null, minutes: null, managers: null, drafts: null, leagues: null };
}
