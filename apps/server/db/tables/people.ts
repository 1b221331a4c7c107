import type { TokenScope } from "@first-bounce/contract/constants";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, DefaultedTime, Json, NullableJson, NullableTime, Time } from "../columns.ts";

export interface IdentityTables {
	readonly users: UsersTable;
	readonly suspensions: SuspensionsTable;
	readonly rejected_names: RejectedNamesTable;
	readonly identities: IdentitiesTable;
	readonly pending_identities: PendingIdentitiesTable;
	readonly passkeys: PasskeysTable;
	readonly passkey_challenges: PasskeyChallengesTable;
	readonly sessions: SessionsTable;
	readonly access_tokens: AccessTokensTable;
	readonly mailed_tokens: MailedTokensTable;
	readonly password_reset_requests: PasswordResetRequestsTable;
	readonly attempts: AttemptsTable;
	readonly oidc_payloads: OidcPayloadsTable;
	readonly ended_provider_sessions: EndedProviderSessionsTable;
	readonly server_secrets: ServerSecretsTable;
	readonly teams: TeamsTable;
	readonly lineups: LineupsTable;
	readonly trades: TradesTable;
	readonly team_actions: TeamActionsTable;
	readonly team_instructions: TeamInstructionsTable;
	readonly favourite_players: FavouritePlayersTable;
	readonly audit: AuditTable;
}

type Gender = "female" | "male" | "non_binary" | "other" | "not_say";
type State = "ACT" | "NSW" | "NT" | "QLD" | "SA" | "TAS" | "VIC" | "WA";

interface PasskeysTable {
	id: string;
	user_id: number;
	name: string;
	public_key: Buffer;
	/** A bigint that is read as a number. */
	counter: number;
	transports: string[];
	created_at: Time;
	last_used_at: NullableTime;
}

interface PasskeyChallengesTable {
	purpose: string;
	challenge: string;
	expires_at: Time;
}

interface UsersTable {
	id: GeneratedAlways<number>;
	first_name: string;
	last_name: string;
	email: string;
	email_verified_at: NullableTime;
	password_hash: string | null;
	is_active: Generated<boolean>;
	is_operator: Generated<boolean>;
	language: Generated<string>;
	team_name: string | null;
	birthday: string | null;
	gender: Gender | null;
	state: State | null;
	country: string | null;
	supported_squad_id: number | null;
	avatar_version: Generated<number>;
	pictures: Generated<number>;
	sponsor_opt_in: Generated<boolean>;
	terms_accepted_at: NullableTime;
	is_bot: Generated<boolean>;
	is_demo: Generated<boolean>;
	retired_at: NullableTime;
	erased_at: NullableTime;
	created_at: DefaultedTime;
}

interface SuspensionsTable {
	user_id: number;
	reason: string;
	suspended_at: Time;
	ends_at: NullableTime;
	suspended_by: number | null;
	was_active: boolean;
}

interface RejectedNamesTable {
	kind: "team" | "league";
	owner_id: number;
	name_key: string;
}

interface IdentitiesTable {
	issuer: string;
	sub: string;
	user_id: number;
	profile: DefaultedJson<Record<string, unknown>>;
	linked_at: DefaultedTime;
}

interface PendingIdentitiesTable {
	code_hash: Buffer;
	issuer: string;
	sub: string;
	profile: Json<Record<string, unknown>>;
	identity_token: string;
	expires_at: Time;
}

interface MailedTokensTable {
	token_hash: Buffer;
	kind: "reset-password" | "verify-email" | "change-email";
	user_id: number;
	email: string;
	expires_at: Time;
}

interface PasswordResetRequestsTable {
	id: GeneratedAlways<string>;
	email: string;
	language: string;
	requested_at: Time;
}

interface AttemptsTable {
	subject: Buffer;
	at: Date[];
	forget_at: Time;
}

interface SessionsTable {
	id: Generated<string>;
	token_hash: Buffer;
	user_id: number;
	created_at: Time;
	expires_at: Time;
	last_seen_at: Time;
	operator_until: NullableTime;
	provider_session: string | null;
	user_agent: Generated<string>;
	address: Generated<string>;
}

interface AccessTokensTable {
	id: Generated<string>;
	user_id: number;
	name: string;
	scopes: TokenScope[];
	token_hash: Buffer;
	created_at: Time;
	expires_at: Time;
	last_used_at: NullableTime;
}

interface OidcPayloadsTable {
	kind: string;
	id: string;
	payload: Json<Record<string, unknown>>;
	grant_id: string | null;
	uid: string | null;
	consumed_at: NullableTime;
	expires_at: Time;
}

interface EndedProviderSessionsTable {
	uid: string;
	expires_at: Time;
}

interface ServerSecretsTable {
	name: string;
	value: Json<unknown>;
	former: DefaultedJson<readonly { readonly value: unknown; readonly until: string }[]>;
	created_at: DefaultedTime;
}

interface TeamsTable {
	id: GeneratedAlways<number>;
	season_id: number;
	user_id: number;
	start_round_id: number | null;
	completed_at: NullableTime;
	version: Generated<number>;
	created_at: DefaultedTime;
}

interface LineupsTable {
	team_id: number;
	round_id: number;
	slots: number[];
	captain_id: number;
	vice_captain_id: number;
	emergency: number[];
	bank: number | null;
}

interface TradesTable {
	id: GeneratedAlways<number>;
	team_id: number;
	round_id: number;
	player_in_id: number;
	player_out_id: number;
	price_in: number;
	price_out: number;
	swap_ids: Generated<number[]>;
	is_final: Generated<boolean>;
	made_at: Time;
	slot: number;
	slot_round_id: Generated<number>;
}

interface TeamActionsTable {
	id: Generated<string>;
	team_id: number;
	user_id: number;
	round_id: number;
	action: string;
	version: number;
	saved: Json<unknown>;
	wall_at: DefaultedTime;
	season_at: Time;
}

interface TeamInstructionsTable {
	id: GeneratedAlways<number>;
	team_id: number;
	season_id: number;
	round_id: number;
	position: number;
	player_id: number;
	replacement: "trade" | "swap" | "emergency" | null;
	replacement_id: number | null;
	captain_id: number | null;
	state: Generated<"waiting" | "done" | "failed">;
	written_at: Time;
	ran_at: NullableTime;
	cause: string | null;
	action_id: string | null;
	reasons: DefaultedJson<readonly unknown[]>;
	is_notified: Generated<boolean>;
}

interface FavouritePlayersTable {
	season_id: number;
	user_id: number;
	player_id: number;
}

interface AuditTable {
	id: GeneratedAlways<number>;
	at: DefaultedTime;
	actor: string;
	action: string;
	subject: string;
	reason: Generated<string>;
	before: NullableJson<unknown>;
	after: NullableJson<unknown>;
}
