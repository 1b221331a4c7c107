import type { AutopickMode } from "@first-bounce/rules/draft/autopick";
import type { DraftState, PauseReason } from "@first-bounce/rules/draft/draft-board";
import type { DraftKind } from "@first-bounce/rules/draft/draft-order";
import type { LeagueFormat } from "@first-bounce/rules/draft/keepers";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { TradeReviewTerms } from "@first-bounce/rules/draft/trade-review";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, Json, NullableJson, NullableTime, Time } from "../columns.ts";

export interface DraftTables {
	drafts: {
		league_id: number;
		state: Generated<DraftState>;
		kind: DraftKind;
		clock: "live" | "slow";
		pick_seconds: number;
		/** The hours in which a slow clock is stopped, in minutes after midnight. */
		night_from: number | null;
		night_to: number | null;
		time_zone: string;
		squad: Json<SquadRules>;
		captain_doubled: boolean;
		waiver_priority: Generated<"rolling" | "reverse-ladder" | "budget">;
		trade_review: Generated<"none" | "commissioner" | "vote">;
		trade_review_hours: Generated<number>;
		/** Trades are offered and accepted before this round only; null if in all rounds. */
		trade_deadline_round_id: RoundId | null;
		/** Whether the best players cannot be dropped. */
		protects_best: Generated<boolean>;
		has_injured_place: Generated<boolean>;
		format: Generated<LeagueFormat>;
		max_keepers: Generated<number>;
		/** How many years in a row a player may be kept; null for any number. */
		max_keeper_years: Generated<number | null>;
		/** How many players a team of a dynasty league delists at least. */
		min_delists: Generated<number>;
		/** Until when keepers are chosen, if the commissioner has set it. */
		keepers_due_at: NullableTime;
		/** When the choice ended. */
		keepers_closed_at: NullableTime;
		starts_at: NullableTime;
		team_order: TeamId[] | null;
		order_method: "draw" | "manual" | "last-ladder" | null;
		/** The secret seed of the next draw. */
		seed: string;
		seed_hash: string;
		/** The values that decided the last draw. */
		drawn_seed: string | null;
		/** The random value that was added when it was made. */
		moment: string | null;
		drawn_team_ids: TeamId[] | null;
		/** The deadline on screen, without the grace. */
		deadline_at: NullableTime;
		/** When the leader looks at the draft next. */
		due_at: NullableTime;
		/** The time left for the current pick while the draft is paused. */
		left_ms: number | null;
		pause_reason: PauseReason | null;
		version: Generated<number>;
		/** A client with an older version needs the whole board. */
		whole_version: Generated<number>;
		completed_at: NullableTime;
		/** In season time; null for drafts that were completed before this column existed. */
		completed_season_at: NullableTime;
	};
	draft_picks: {
		league_id: number;
		overall: number;
		round: number;
		original_team_id: TeamId;
		team_id: TeamId;
		player_id: PlayerId | null;
		is_skipped: Generated<boolean>;
		made_at: NullableTime;
		made_by: "manager" | "autopick" | "commissioner" | "keeper" | null;
		/** For how many years in a row the player has been kept; 0 for one who was drafted. */
		kept_years: Generated<number>;
		request_key: string | null;
		/** Set at the end of the draft, like `projected_rank`. */
		projected_points: number | null;
		projected_rank: number | null;
		version: number;
	};
	draft_seats: {
		team_id: TeamId;
		league_id: number;
		autopick: Generated<AutopickMode>;
		/** How many picks in a row it has missed. */
		misses: Generated<number>;
		is_away: Generated<boolean>;
		seen_at: NullableTime;
		queue: Generated<PlayerId[]>;
		ranking: Generated<PlayerId[]>;
		do_not_draft: Generated<PlayerId[]>;
		/** 1 for the team whose claims come first; null before the draft is complete. */
		waiver_rank: number | null;
		/** Dollars that are left to bid. */
		budget: Generated<number>;
		/** The owned player in the injured place, who is in no line-up. */
		injured_player_id: PlayerId | null;
		/** The team of the league's last season whose squad and picks this one has; null for a team that begins anew. */
		previous_team_id: TeamId | null;
		/** False until the manager of a continued league says that she plays this season too. */
		is_confirmed: Generated<boolean>;
		/** Whom the manager keeps; null until she has chosen. Private until the choice ends. */
		keepers: PlayerId[] | null;
	};
	draft_log: {
		id: GeneratedAlways<string>;
		league_id: number;
		version: number;
		at: Time;
		/** Null for what the game did. */
		user_id: UserId | null;
		action: string;
		data: DefaultedJson<Record<string, unknown>>;
	};
	player_moves: {
		id: GeneratedAlways<string>;
		league_id: number;
		player_id: PlayerId;
		from_team_id: TeamId | null;
		to_team_id: TeamId | null;
		kind:
			| "drafted"
			| "reset"
			| "added"
			| "claimed"
			| "dropped"
			| "traded"
			| "corrected"
			| "undone"
			| "kept"
			| "delisted";
		round_id: RoundId;
		at: Time;
		reason: Generated<string>;
		/** The squad change that this move belongs to; null for picks of the draft. */
		change_id: string | null;
	};
	/** One row: when the leader last looked at the drafts. */
	draft_ticks: {
		id: Generated<boolean>;
		ticked_at: Time;
	};
	draft_autopilots: {
		season_id: number;
		/** In season time. */
		due_at: Time;
		done_at: Time;
	};
	squad_changes: {
		id: GeneratedAlways<string>;
		league_id: number;
		kind: "free-agent" | "waivers" | "trade" | "drop" | "injured" | "back" | "correction" | "undo";
		round_id: RoundId;
		/** Wall time. */
		at: Time;
		season_at: Time;
		/** Null for what the game or an operator did. */
		user_id: UserId | null;
		team_id: TeamId | null;
		reason: Generated<string>;
		data: DefaultedJson<Record<string, unknown>>;
		/** The id of the change that undid it. */
		undone_by: string | null;
	};
	waiver_runs: {
		league_id: number;
		round_id: RoundId;
		run: "first" | "second";
		/** Season time, like `season_at`. */
		due_at: Time;
		season_at: Time;
		/** Wall time. */
		ran_at: Time;
		data: DefaultedJson<Record<string, unknown>>;
	};
	waiver_claims: {
		id: GeneratedAlways<string>;
		league_id: number;
		team_id: TeamId;
		player_id: PlayerId;
		drop_player_id: PlayerId | null;
		/** Dollars. */
		bid: Generated<number>;
		/** At most one claim of a group succeeds. */
		claim_group: number | null;
		rank: number;
		state: Generated<"pending" | "won" | "failed" | "withdrawn">;
		reason: NullableJson<Record<string, unknown>>;
		round_id: RoundId | null;
		run: "first" | "second" | null;
		created_at: Time;
		decided_at: NullableTime;
	};
	future_picks: {
		league_id: number;
		round: number;
		original_team_id: TeamId;
		team_id: TeamId;
	};
	draft_trades: {
		id: GeneratedAlways<string>;
		league_id: number;
		from_team_id: TeamId;
		to_team_id: TeamId;
		/** The offer that this one counters. */
		counters_id: string | null;
		state: Generated<
			"offered" | "countered" | "withdrawn" | "rejected" | "expired" | "accepted" | "stopped" | "failed" | "executed"
		>;
		message: Generated<string>;
		/** Wall time, like `expires_at`, `accepted_at` and `decided_at`. */
		offered_at: Time;
		expires_at: Time;
		accepted_at: NullableTime;
		/** Season time. */
		review_ends_at: NullableTime;
		decided_at: NullableTime;
		reason: NullableJson<Record<string, unknown>>;
		change_id: string | null;
		/** The review rules of the league when the trade was accepted; null before. */
		review_terms: NullableJson<TradeReviewTerms>;
	};
	draft_trade_parts: {
		trade_id: string;
		/** The team that gives or drops. */
		team_id: TeamId;
		player_id: PlayerId | null;
		is_dropped: Generated<boolean>;
		pick_round: number | null;
		pick_original_team_id: TeamId | null;
	};
	draft_trade_votes: {
		trade_id: string;
		team_id: TeamId;
		is_against: boolean;
		at: Time;
	};
	undo_proposals: {
		change_id: string;
		league_id: number;
		/** Null once her account is deleted. */
		user_id: UserId | null;
		reason: string;
		/** Wall time. */
		at: Time;
	};
	undo_votes: {
		change_id: string;
		team_id: TeamId;
		at: Time;
	};
	person_matches: {
		season_id: number;
		previous_season_id: number;
		previous_player_id: PlayerId;
		/** Null while undecided, and if an operator decided that the player is not in this season's list. */
		player_id: PlayerId | null;
		/** Null while the match waits for an operator. */
		method: "provider-id" | "name-and-birthday" | "operator" | null;
		candidates: Generated<PlayerId[]>;
		decided_at: NullableTime;
	};
}
