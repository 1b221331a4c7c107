import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, NullableTime, Time } from "../columns.ts";

export interface ConversationTables {
	league_conversations: {
		league_id: number;
		version: number;
		locked_at: NullableTime;
		has_cards: Generated<boolean>;
		posts_recap: Generated<boolean>;
	};
	league_messages: {
		id: GeneratedAlways<number>;
		league_id: number;
		version: number;
		kind: Generated<LeagueMessageKind>;
		user_id: UserId | null;
		text: Generated<string>;
		data: DefaultedJson<Record<string, unknown>>;
		round_id: RoundId | null;
		reply_to: number | null;
		mentions: Generated<UserId[]>;
		client_key: string | null;
		at: Time;
		reported_at: NullableTime;
		hidden_at: NullableTime;
		hidden_by: HiddenBy | null;
		is_notified: Generated<boolean>;
		is_pinned: Generated<boolean>;
		/** The last time that it was pinned, also after it was unpinned. This and the next two columns are null if it never was. */
		pinned_at: NullableTime;
		pinned_by: UserId | null;
		/** Its id in the league's activity. */
		event_id: number | null;
	};
	league_message_reactions: {
		message_id: number;
		user_id: UserId;
		emoji: string;
		at: Time;
	};
	league_message_reports: {
		message_id: number;
		user_id: UserId;
		at: Time;
	};
	league_conversation_members: {
		league_id: number;
		user_id: UserId;
		read_id: Generated<number>;
		muted_until: NullableTime;
		/** Until when a mute holds that an operator gave; never later than `muted_until`. */
		operator_muted_until: NullableTime;
	};
	league_webhooks: {
		id: GeneratedAlways<number>;
		league_id: number;
		service: "discord" | "slack";
		/** A secret: whoever has it can post. */
		address: string;
		language: string;
		sends_cards: boolean;
		sends_recap: boolean;
		created_at: Time;
		failures: Generated<number>;
		retry_at: Time;
		disabled_at: NullableTime;
	};
	league_webhook_deliveries: {
		webhook_id: number;
		message_id: number;
		created_at: Time;
		attempts: Generated<number>;
		outcome: "sent" | "failed" | "unwanted" | null;
		ended_at: NullableTime;
		reason: string | null;
	};
}

/** Kinds of messages that the game writes. Members write texts. */
export type LeagueCardKind =
	| "results"
	| "trades"
	| "records"
	| "recap"
	| "correction"
	| "draft-scheduled"
	| "draft-started"
	| "draft-complete"
	| "trade-accepted"
	| "trade-decided"
	| "waivers-first"
	| "waivers-second"
	| "squads-changed";
/** An announcement was carried over from an earlier version, and is shown among the pinned messages only. */
type LeagueMessageKind = "text" | "announcement" | LeagueCardKind;
/** Who hid a message. */
export type HiddenBy = "author" | "commissioner" | "operator";
