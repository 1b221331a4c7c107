import type { AutopickMode } from "@first-bounce/rules/draft/autopick";
import type { DraftState, PauseReason } from "@first-bounce/rules/draft/draft-board";
import type { DraftKind } from "@first-bounce/rules/draft/draft-order";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, Json, NullableTime, Time } from "../columns.ts";

export interface DraftTables {
	readonly drafts: DraftsTable;
	readonly draft_picks: DraftPicksTable;
	readonly draft_seats: DraftSeatsTable;
	readonly draft_log: DraftLogTable;
	readonly player_moves: PlayerMovesTable;
	readonly draft_ticks: DraftTicksTable;
	readonly draft_autopilots: DraftAutopilotsTable;
}

interface DraftsTable {
	league_id: number;
	state: Generated<DraftState>;
	kind: DraftKind;
	clock: "live" | "slow";
	pick_seconds: number;
	/** Minutes after midnight. */
	night_from: number | null;
	night_to: number | null;
	time_zone: string;
	squad: Json<SquadRules>;
	captain_doubled: boolean;
	starts_at: NullableTime;
	team_order: TeamId[] | null;
	order_method: "draw" | "manual" | "last-ladder" | null;
	/** The secret seed of the next draw. */
	seed: string;
	seed_hash: string;
	/** What the last draw followed from. */
	drawn_seed: string | null;
	moment: string | null;
	drawn_team_ids: TeamId[] | null;
	/** The deadline on screen, without the grace. */
	deadline_at: NullableTime;
	/** When the leader looks at the draft next. */
	due_at: NullableTime;
	left_ms: number | null;
	pause_reason: PauseReason | null;
	version: Generated<number>;
	/** Who has an older version needs the whole board. */
	whole_version: Generated<number>;
	completed_at: NullableTime;
}

interface DraftPicksTable {
	league_id: number;
	overall: number;
	round: number;
	original_team_id: TeamId;
	team_id: TeamId;
	player_id: PlayerId | null;
	is_skipped: Generated<boolean>;
	made_at: NullableTime;
	made_by: "manager" | "autopick" | "commissioner" | null;
	request_key: string | null;
	/** Set at the end of the draft, as `projected_rank`. */
	projected_points: number | null;
	projected_rank: number | null;
	version: number;
}

interface DraftSeatsTable {
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
}

interface DraftLogTable {
	id: GeneratedAlways<string>;
	league_id: number;
	version: number;
	at: Time;
	/** Null for what the game did. */
	user_id: UserId | null;
	action: string;
	data: DefaultedJson<Record<string, unknown>>;
}

interface PlayerMovesTable {
	id: GeneratedAlways<string>;
	league_id: number;
	player_id: PlayerId;
	from_team_id: TeamId | null;
	to_team_id: TeamId | null;
	kind: "drafted" | "reset";
	round_id: RoundId;
	at: Time;
	reason: Generated<string>;
}

interface DraftTicksTable {
	id: Generated<boolean>;
	ticked_at: Time;
}

interface DraftAutopilotsTable {
	season_id: number;
	/** In season time. */
	due_at: Time;
	done_at: Time;
}
