import type {
	SeasonFetchPick,
	SeasonFetchPosition,
	SeasonFetchQuestion,
} from "@first-bounce/contract/operator/season/season-fetch";
import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, Json, NullableJson, NullableTime, Time } from "../columns.ts";

export interface OperatorTables {
	operator_factors: {
		user_id: UserId;
		secret: string | null;
		setup_code_hash: Buffer | null;
		setup_code_until: NullableTime;
		confirmed_at: NullableTime;
		/** The period of the last accepted code, in half minutes since 1970; a bigint that is read as a number. */
		last_period: Generated<number>;
		failures: Generated<number>;
		retry_at: NullableTime;
	};
	operator_recovery_codes: {
		user_id: UserId;
		code_hash: Buffer;
		used_at: NullableTime;
	};
	announcements: {
		id: GeneratedAlways<number>;
		text: string;
		tone: "info" | "warn";
		shown_until: NullableTime;
		created_by: UserId | null;
		created_at: Time;
		withdrawn_at: NullableTime;
	};
	season_fetches: {
		season_id: number;
		competition: number;
		preset: "official" | "first-bounce";
		state: "running" | "done" | "failed";
		progress: string[];
		result: NullableJson<SeasonFetchResult>;
		problem: string | null;
		started_at: Time;
		reported_at: Time;
	};
	backups: {
		id: GeneratedAlways<number>;
		started_at: Time;
		place: string | null;
		size: number | null;
		error: string | null;
	};
	feed_health: {
		id: Generated<number>;
		source: string;
		health: Json<StoredFeedHealth>;
		reported_at: Time;
	};
	operator_alerts: {
		id: GeneratedAlways<number>;
		kind: string;
		subject: string;
		data: DefaultedJson<Readonly<Record<string, string | number>>>;
		began_at: Time;
		seen_at: Time;
		told_at: NullableTime;
		silenced_until: NullableTime;
		ended_at: NullableTime;
	};
	operator_alert_messages: {
		id: GeneratedAlways<number>;
		text: string;
		created_at: Time;
		due_at: Time;
		attempts: Generated<number>;
		sent_at: NullableTime;
		failed_at: NullableTime;
		last_error: string | null;
	};
	winner_notes: {
		season_id: number;
		kind: "round" | "overall" | "club" | "state" | "cup";
		/** The round, club or state; empty for the others. */
		subject: string;
		team_id: TeamId;
		told_at: Time;
		told_by: UserId | null;
	};
	round_closings: {
		season_id: number;
		round_id: RoundId;
		verification: Generated<"waiting" | "passed" | "differs" | "failed">;
		findings: DefaultedJson<readonly string[]>;
		verified_at: NullableTime;
		sent_revision: number | null;
		sent_winners: Generated<number[]>;
		letters: Generated<number>;
		sent_at: NullableTime;
	};
	site_maintenance: {
		only_row: Generated<boolean>;
		text: string;
		began_at: Time;
		until: NullableTime;
		resumes_drafts: boolean;
	};
	release_check: {
		only_row: Generated<boolean>;
		due_at: Time;
		version: string | null;
		url: string | null;
		problem: string | null;
	};
}

/** The health of a stats provider as JSON. */
interface StoredFeedHealth {
	readonly lastRequestAt: number | null;
	readonly lastResponseAt: number | null;
	readonly failures: number;
	readonly lastFault: string | null;
	readonly isRefused?: boolean;
	readonly matches: readonly (readonly [
		string,
		{ readonly lastResponseAt: number | null; readonly lastFault: string | null },
	])[];
}

export interface SeasonFetchResult {
	readonly summary: readonly string[];
	readonly questions: readonly SeasonFetchQuestion[];
	/** Absent from results of earlier versions, like `draft`. */
	readonly positions?: readonly SeasonFetchPosition[];
	readonly draft?: readonly SeasonFetchPick[];
	readonly files: readonly SeasonFile[];
}
