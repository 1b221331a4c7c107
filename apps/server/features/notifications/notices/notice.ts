import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { LineupRow } from "../../team/team-row.ts";

export type NoticeKind = "lock" | "late-out" | "result";

/** What somebody is to be told. */
export interface Notice {
	readonly id: string;
	readonly userId: UserId;
	readonly kind: NoticeKind;
	readonly seasonId: number;
	readonly roundId: RoundId;
	/** Of a lock: its instant of season time. */
	readonly subject: string;
	/** Of a late out: who. */
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

/** What somebody wants to be told, as it is stored. */
export interface PreferencesRow {
	readonly lock_reminders: "off" | "problems" | "always";
	readonly minutes_before: number;
	readonly late_outs: boolean;
	readonly round_results: boolean;
	readonly quiet_from: number | null;
	readonly quiet_to: number | null;
	readonly zone: string;
}
