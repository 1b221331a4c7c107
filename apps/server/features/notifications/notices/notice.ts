import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { LineupRow } from "../../team/team-row.ts";

export type NoticeKind = "lock" | "late-out" | "result" | "correction" | "instruction" | "message";

/** A message to a user, before its text is built. */
export interface Notice {
	readonly id: string;
	readonly userId: UserId;
	readonly kind: NoticeKind;
	readonly seasonId: number;
	/** 0 for a notice that is not about a round. */
	readonly roundId: RoundId;
	/**
	 * The season time of the lock, for kind `lock`; the id, for `instruction`; league and message id, for `message`; the
	 * revision of the first corrected round and the points in it before, for `correction`.
	 */
	readonly subject: string;
	/** The players who are out, for kinds `late-out` and `instruction`. */
	readonly playerIds: readonly PlayerId[];
}

/** The parts of a user's team that notices use. */
export interface NoticeTeam {
	readonly id: number;
	readonly version: number;
	/** Null until it is saved. */
	readonly startRoundId: RoundId | null;
	/** The newest line-up; null until the team is saved. */
	readonly lineup: LineupRow | null;
}

/** Notification preferences as stored. */
export interface PreferencesRow {
	readonly lock_reminders: "off" | "problems" | "always";
	readonly minutes_before: number;
	readonly late_outs: boolean;
	readonly round_results: boolean;
	readonly result_mails: boolean;
	readonly league_messages: "none" | "mentions" | "replies" | "all";
	readonly quiet_from: number | null;
	readonly quiet_to: number | null;
	readonly zone: string;
}
