import type { KeeperRules } from "@first-bounce/rules/draft/keepers";
import { DAY_MS } from "@first-bounce/rules/durations";
import { refuse } from "../../../../plugins/refusal.ts";
import type { DraftRow, SeatRow } from "../queries.ts";

/** How long before a scheduled draft the choice ends, unless the commissioner sets another time. */
export const KEEPER_DEADLINE_MS = DAY_MS;

export const getKeeperRules = (draft: DraftRow): KeeperRules => ({
	format: draft.format,
	maxKeepers: draft.max_keepers,
	maxYears: draft.max_keeper_years,
	minDelists: draft.min_delists,
});

/** Whether the teams of a league have squads of last season, from which they choose keepers. */
export const isContinued = (
	{ format }: Pick<DraftRow, "format">,
	seats: readonly Pick<SeatRow, "previous_team_id">[],
): boolean => format !== "redraft" && seats.some(({ previous_team_id }) => previous_team_id !== null);

/** Gets the wall time at which the choice of keepers ends; null for the start of the draft. */
export function getKeeperDeadline({ keepers_due_at, starts_at }: Pick<DraftRow, "keepers_due_at" | "starts_at">) {
	return keepers_due_at ?? (starts_at && new Date(starts_at.getTime() - KEEPER_DEADLINE_MS));
}

/**
 * Refuses a start of the draft, or a deadline, with which the choice of keepers would end at once: nobody could choose any more,
 * and places that are not confirmed would be vacant.
 */
export function requireTimeToChoose(
	draft: Pick<DraftRow, "format" | "keepers_due_at" | "keepers_closed_at" | "starts_at">,
	seats: readonly Pick<SeatRow, "previous_team_id">[],
	wallNow: number,
): void {
	const { keepers_due_at: dueAt, keepers_closed_at: closedAt, starts_at: startsAt } = draft;
	if (!isContinued(draft, seats) || closedAt !== null || startsAt === null) return;
	if (dueAt !== null && dueAt > startsAt) throw refuse(422, "keeper-deadline-after-draft");
	if (dueAt === null && startsAt.getTime() - KEEPER_DEADLINE_MS <= wallNow)
		throw refuse(422, "keeper-deadline-too-soon");
}

/** Finds when the leader has something to do in a draft that has not started. */
export function getPreparationTime(draft: DraftRow, seats: readonly SeatRow[]): Date | null {
	const isChoosing = isContinued(draft, seats) && draft.keepers_closed_at === null;
	const times = [draft.state === "scheduled" ? draft.starts_at : null, isChoosing ? getKeeperDeadline(draft) : null];
	return times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);
}
