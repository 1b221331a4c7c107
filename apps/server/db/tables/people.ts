import type { GENDERS, STATES, TokenScope } from "@first-bounce/contract/constants";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { BestTeam } from "@first-bounce/contract/stats/season-report";
import type { PlayerId, RoundId, SquadId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import type { DefaultedJson, DefaultedTime, Json, NullableJson, NullableTime, Time } from "../columns.ts";

export interface IdentityTables {
	users: {
		id: GeneratedAlways<UserId>;
		first_name: string;
		last_name: string;
		email: string;
		email_verified_at: NullableTime;
		password_hash: string | null;
		is_active: Generated<boolean>;
		/** For processes of the previous release: whether the account is an owner's. A trigger keeps it. */
		is_operator: Generated<boolean>;
		operator_role: OperatorRole | null;
		language: Generated<string>;
		team_name: string | null;
		birthday: string | null;
		gender: (typeof GENDERS)[number] | null;
		state: (typeof STATES)[number] | null;
		country: string | null;
		supported_squad_id: SquadId | null;
		avatar_version: Generated<number>;
		pictures: Generated<number>;
		sponsor_opt_in: Generated<boolean>;
		terms_accepted_at: NullableTime;
		is_bot: Generated<boolean>;
		is_demo: Generated<boolean>;
		retired_at: NullableTime;
		erased_at: NullableTime;
		created_at: DefaultedTime;
	};
	suspensions: {
		user_id: UserId;
		reason: string;
		suspended_at: Time;
		ends_at: NullableTime;
		suspended_by: UserId | null;
		/** Whether the account was active before the suspension. */
		was_active: boolean;
	};
	rejected_names: {
		kind: "team" | "league";
		owner_id: number;
		name_key: string;
	};
	identities: {
		issuer: string;
		sub: string;
		user_id: UserId;
		profile: DefaultedJson<Record<string, unknown>>;
		linked_at: DefaultedTime;
	};
	pending_identities: {
		code_hash: Buffer;
		issuer: string;
		sub: string;
		profile: Json<Record<string, unknown>>;
		identity_token: string;
		expires_at: Time;
	};
	passkeys: {
		id: string;
		user_id: UserId;
		name: string;
		public_key: Buffer;
		/** A bigint that is read as a number. */
		counter: number;
		transports: string[];
		created_at: Time;
		last_used_at: NullableTime;
	};
	passkey_challenges: {
		purpose: string;
		challenge: string;
		expires_at: Time;
	};
	sessions: {
		id: Generated<string>;
		token_hash: Buffer;
		user_id: UserId;
		created_at: Time;
		expires_at: Time;
		last_seen_at: Time;
		operator_until: NullableTime;
		provider_session: string | null;
		user_agent: Generated<string>;
		address: Generated<string>;
	};
	access_tokens: {
		id: Generated<string>;
		user_id: UserId;
		name: string;
		scopes: TokenScope[];
		token_hash: Buffer;
		created_at: Time;
		expires_at: Time;
		last_used_at: NullableTime;
	};
	mailed_tokens: {
		token_hash: Buffer;
		kind: "reset-password" | "verify-email" | "change-email";
		user_id: UserId;
		email: string;
		expires_at: Time;
	};
	password_reset_requests: {
		id: GeneratedAlways<string>;
		email: string;
		language: string;
		requested_at: Time;
	};
	attempts: {
		subject: Buffer;
		at: Date[];
		forget_at: Time;
	};
	oidc_payloads: {
		kind: string;
		id: string;
		payload: Json<AdapterPayload>;
		grant_id: string | null;
		uid: string | null;
		consumed_at: NullableTime;
		expires_at: Time;
	};
	ended_provider_sessions: {
		uid: string;
		expires_at: Time;
	};
	server_secrets: {
		name: string;
		value: Json<unknown>;
		former: DefaultedJson<readonly { readonly value: unknown; readonly until: string }[]>;
		created_at: DefaultedTime;
	};
	teams: {
		id: GeneratedAlways<TeamId>;
		season_id: number;
		/** The owner of a classic team; null for a team of a draft league, whose manager is the member with this team. */
		user_id: UserId | null;
		/** The draft league that the team belongs to; null for a classic team. */
		league_id: number | null;
		/** Its own name and colour, of draft teams only; null for its manager's. */
		name: string | null;
		colour: string | null;
		is_robot: Generated<boolean>;
		/** The first round that the team plays; null for an incomplete team. */
		start_round_id: RoundId | null;
		/** When the team was first complete. */
		completed_at: NullableTime;
		version: Generated<number>;
		created_at: DefaultedTime;
	};
	lineups: {
		team_id: TeamId;
		round_id: RoundId;
		slots: PlayerId[];
		captain_id: PlayerId;
		vice_captain_id: PlayerId;
		emergency: PlayerId[];
		bank: number | null;
	};
	trades: {
		id: GeneratedAlways<number>;
		team_id: TeamId;
		round_id: RoundId;
		player_in_id: PlayerId;
		player_out_id: PlayerId;
		price_in: number;
		price_out: number;
		swap_ids: Generated<number[]>;
		is_final: Generated<boolean>;
		made_at: Time;
		slot: number;
		slot_round_id: Generated<RoundId>;
	};
	team_actions: {
		id: Generated<string>;
		team_id: TeamId;
		user_id: UserId;
		round_id: RoundId;
		action: string;
		version: number;
		saved: Json<unknown>;
		wall_at: DefaultedTime;
		season_at: Time;
	};
	team_hindsight: {
		team_id: TeamId;
		round_id: RoundId;
		revision: number;
		best_of_squad: Json<BestTeam>;
		/** Null for a team without money. */
		best_under_cap: NullableJson<BestTeam>;
	};
	team_instructions: {
		id: GeneratedAlways<number>;
		team_id: TeamId;
		season_id: number;
		round_id: RoundId;
		position: number;
		player_id: PlayerId;
		replacement: "trade" | "swap" | "emergency" | null;
		replacement_id: PlayerId | null;
		captain_id: PlayerId | null;
		minimum_score: number | null;
		state: Generated<"waiting" | "done" | "failed">;
		written_at: Time;
		ran_at: NullableTime;
		cause: string | null;
		action_id: string | null;
		reasons: DefaultedJson<readonly unknown[]>;
		is_notified: Generated<boolean>;
	};
	favourite_players: {
		season_id: number;
		user_id: UserId;
		player_id: PlayerId;
	};
	audit: {
		id: GeneratedAlways<number>;
		at: DefaultedTime;
		actor: string;
		action: string;
		subject: string;
		reason: Generated<string>;
		before: NullableJson<unknown>;
		after: NullableJson<unknown>;
	};
}
