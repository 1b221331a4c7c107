import type { UserId } from "@first-bounce/rules/ids";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, DefaultedTime, NullableTime, Time } from "../columns.ts";

export interface NoticeTables {
	notification_preferences: {
		user_id: UserId;
		lock_reminders: "off" | "problems" | "always";
		minutes_before: number;
		late_outs: boolean;
		round_results: boolean;
		result_mails: Generated<boolean>;
		/** Push messages about squads of draft leagues. */
		draft_moves: Generated<boolean>;
		/** Mails about the same. */
		draft_mails: Generated<boolean>;
		/** The token of links that turn mails off. */
		mail_token: Generated<string>;
		league_messages: "none" | "mentions" | "replies" | "all";
		quiet_from: number | null;
		quiet_to: number | null;
		zone: string;
	};
	push_subscriptions: {
		id: Generated<string>;
		user_id: UserId;
		session_id: string;
		endpoint: string;
		p256dh: string;
		auth: string;
		/** The server's public key that the browser subscribed with; null for the current one. */
		vapid_key: ColumnType<string | null, string | null | undefined, string | null>;
		language: string;
		created_at: Time;
		last_sent_at: NullableTime;
		/** How many messages in a row its push service has refused. */
		refusals: Generated<number>;
		/** When it was refused too often; nothing is sent to it any more. */
		ended_at: NullableTime;
	};
	outbox_mails: {
		id: GeneratedAlways<number>;
		kind: string;
		to_address: string;
		subject: string;
		body_text: string;
		body_html: string | null;
		headers: DefaultedJson<Record<string, string>>;
		created_at: DefaultedTime;
		due_at: DefaultedTime;
		attempts: Generated<number>;
		last_error: string | null;
		sent_at: NullableTime;
		failed_at: NullableTime;
	};
	mail_stops: {
		address: string;
		kind: string;
		at: DefaultedTime;
	};
	mail_counts: {
		subject: string;
		day: string;
		mails: number;
	};
}
