import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { LineupRow } from "../../team/team-row.ts";

export type NoticeKind = "lock" | "late-out" | "result";

/** A message to a user, before its text is built. */
export interface Notice {
	readonly id: string;
	readonly userId: UserId;
	readonly kind: NoticeKind;
	readonly seasonId: number;
	readonly roundId: RoundId;
	/** For a lock: its season time. */
	readonly subject: string;
	/** For a late out: the players. */
	readonly playerIds: readonly PlayerId[];
}

/** A user's team as far as notices look at it. */
export interface NoticeTeam {
	readonly id: number;
	readonly version: number;
	/** Null until it is saved. */
	readonly startRoundId: RoundId | null;
	/** The one in force in the round, or the first to come; null until it is saved. */
	readonly line: LineupRow | null;
}

/** Notification preferences as stored. */
export interface PreferencesRow {
	readonly lock_reminders: "off" | "problems" | "always";
	readonly minutes_before: number;
	readonly late_outs: boolean;
	readonly round_results: boolean;
	readonly quiet_from: number | null;
	readonly quiet_to: number | null;
	readonly zone: string;
}
