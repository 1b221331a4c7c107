import type { MatchId, PlayerId, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { Line, PlayerStatus } from "@first-bounce/rules/player";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import type { StatChange } from "@first-bounce/rules/scoring/stat-event";
import type { StatColumn, StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, DefaultedTime, Json, NullableJson, NullableTime, Time } from "../columns.ts";

export interface SeasonTables {
	seasons: {
		id: number;
		name: string;
		rules: Json<SeasonRules>;
		status: Generated<"open" | "closed">;
		is_current: Generated<boolean>;
		is_demo: Generated<boolean>;
		generated_from: DefaultedJson<Record<string, unknown> | null>;
		data_version: Generated<number>;
		/** The last round that the fixtures of leagues were drawn for. */
		fixtures_last_round: Generated<RoundId | null>;
		created_at: DefaultedTime;
	};
	season_clocks: {
		season_id: number;
		season_at: Time;
		wall_at: Time;
		speed: Generated<number>;
		playing_round_id: RoundId | null;
		hold_at: NullableTime;
	};
	squads: {
		season_id: number;
		id: SquadId;
		name: string;
		abbreviation: string;
		provider_id: Generated<string | null>;
		image_version: Generated<number>;
		/** How many images it has had, so that no version is used again. */
		images: Generated<number>;
	};
	players: {
		season_id: number;
		id: PlayerId;
		first_name: string;
		last_name: string;
		squad_id: SquadId;
		positions: Line[];
		status: Generated<PlayerStatus>;
		birthday: string | null;
		from_round: Generated<RoundId>;
		provider_id: Generated<string | null>;
		photo_version: Generated<number>;
		/** How many photos she has had, so that no version is used again. */
		photos: Generated<number>;
		departed_round: Generated<RoundId | null>;
		/** The round that the status is about. */
		status_round_id: Generated<RoundId | null>;
		status_note: Generated<string>;
	};
	rounds: {
		season_id: number;
		id: RoundId;
		status: Generated<RoundStatus>;
		magic_number: number | null;
		published_at: NullableTime;
		revision: Generated<number>;
		/** Since when an operator holds the round, in season time; null if the round is not held. */
		held_since: NullableTime;
		held_reason: Generated<string | null>;
		/** Clubs that the clock had locked when a match was postponed, which stay locked until the round is complete. */
		locked_squads: Generated<SquadId[]>;
	};
	matches: {
		season_id: number;
		id: MatchId;
		round_id: RoundId;
		home_squad_id: SquadId;
		away_squad_id: SquadId;
		starts_at: Time;
		venue: Generated<string>;
		/** IANA name; '' if unknown. */
		time_zone: Generated<string>;
		status: Generated<RoundStatus>;
		is_abandoned: Generated<boolean>;
		minutes: number | null;
		/** 1 to 4. In a break, the last one played. */
		quarter: number | null;
		/** Seconds played in the quarter. */
		clock_seconds: number | null;
		is_break: Generated<boolean>;
		home_score: number | null;
		away_score: number | null;
		completed_at: NullableTime;
		provider_id: Generated<string | null>;
		/** The provider's own time of the stats, so that older ones are refused. */
		stats_as_of: NullableTime;
		/** Season time of the last report that changed the match. */
		reported_at: NullableTime;
		/** The number of the match's last stat event, which never decreases. */
		last_event: Generated<number>;
		/** Payloads with smaller ids do not change the match's stat lines. */
		lines_from_payload: Generated<number>;
		/** Payloads with smaller ids do not change its status, minutes and score. */
		state_from_payload: Generated<number>;
		/** The start that its feed announced last. */
		announced_start: NullableTime;
		/** The season time of that announcement. */
		announced_since: NullableTime;
		/** How the provider's fixture lists it; null before the first fixture. */
		listed_as: Generated<"as-planned" | "over" | "not-listed" | "other" | null>;
		/** The provider's word for its status; '' if its round no longer lists it. */
		listed_status: Generated<string | null>;
		listed_round: Generated<RoundId | null>;
		/** The season time since which the provider has listed it so. */
		listed_since: NullableTime;
	};
	player_prices: {
		season_id: number;
		round_id: RoundId;
		player_id: PlayerId;
		price: number;
	};
	stat_lines: Record<StatColumn, number> & {
		season_id: number;
		match_id: MatchId;
		player_id: PlayerId;
		squad_id: SquadId;
		tog: number;
		other: DefaultedJson<Record<string, number>>;
	};
	stat_corrections: {
		season_id: number;
		match_id: MatchId;
		player_id: PlayerId;
		stats: NullableJson<Partial<StatLine>>;
		before: NullableJson<Partial<StatLine>>;
		actor: string;
		reason: string;
		at: DefaultedTime;
	};
	stat_events: {
		season_id: number;
		match_id: MatchId;
		number: number;
		player_id: PlayerId;
		changes: Json<readonly StatChange[]>;
		points: number;
		score: number;
		is_correction: boolean;
		quarter: number | null;
		clock_seconds: number | null;
		at: Time;
	};
	feed_payloads: {
		id: GeneratedAlways<number>;
		season_id: number;
		source: string;
		kind: "match-stats" | "round" | "roster";
		subject: string;
		received_at: Time;
		season_at: Time;
		sha256: Buffer;
		body: Buffer;
		verdict: Generated<"received" | "applied" | "unchanged" | "quarantined" | "dismissed" | "superseded">;
		faults: DefaultedJson<string[]>;
		/** How many further faults an earlier payload about the same subject has. */
		repeated_faults: Generated<number>;
		/** Notices for operators that are not problems. */
		notices: DefaultedJson<string[]>;
		/** Matches whose round had been published before the payload arrived. */
		published_matches: Generated<number[]>;
	};
	selection_counts: {
		season_id: number;
		percentages: Json<Readonly<Record<string, number>>>;
		counted_at: DefaultedTime;
		/** The percentages when the first round began. */
		opening_percentages: NullableJson<Readonly<Record<string, number>>>;
	};
	season_files: {
		season_id: number;
		name: string;
		hash: string;
		/** Compressed with brotli. */
		content: Buffer;
	};
	projection_coefficients: {
		season_id: number;
		round_id: RoundId;
		revision: number;
		base: number;
		price_point: number;
		root_ownership: number;
	};
	round_projections: {
		season_id: number;
		round_id: RoundId;
		player_id: PlayerId;
		estimate: number;
		low: number;
		high: number;
		season_average: number;
		last_three: number;
		price_points: number;
	};
	counted_teams: {
		season_id: number;
		team_id: TeamId;
		players_hash: string;
	};
	stat_reviews: {
		id: GeneratedAlways<number>;
		season_id: number;
		match_id: MatchId;
		player_id: PlayerId;
		payload_id: number;
		kind: "faulty" | "late" | "reduced";
		state: "waiting" | "noted" | "accepted" | "dismissed" | "superseded";
		reported: NullableJson<Partial<StatLine>>;
		before: NullableJson<Partial<StatLine>>;
		faults: DefaultedJson<string[]>;
		is_impossible: Generated<boolean>;
		season_at: Time;
	};
	score_reviews: {
		id: GeneratedAlways<number>;
		season_id: number;
		match_id: MatchId;
		payload_id: number;
		state: "waiting" | "accepted" | "dismissed" | "superseded";
		home_score: number | null;
		away_score: number | null;
		home_before: number | null;
		away_before: number | null;
		season_at: Time;
	};
	standings: {
		season_id: number;
		round_id: RoundId;
		team_id: TeamId;
		points: number;
		/** Null for a draft team, as are the columns below. */
		round_rank: number | null;
		total_points: number | null;
		highest_points: number | null;
		overall_rank: number | null;
		team_value: number | null;
	};
}
