import type { Tiebreaker } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { LeagueClass, LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { DefaultedJson, DefaultedTime, NullableTime, Time } from "../columns.ts";

export interface LeagueTables {
	leagues: {
		id: GeneratedAlways<number>;
		season_id: number;
		name: string;
		search_name: GeneratedAlways<string>;
		code: string;
		class: Generated<LeagueClass>;
		/** Whether it is a mock draft. */
		is_mock: Generated<boolean>;
		type: LeagueType;
		privacy: LeaguePrivacy;
		/** The most teams it can have. */
		size: number;
		/** Written by a trigger on league_members. */
		num_teams: ColumnType<number, undefined, never>;
		start_id: RoundId;
		finals: boolean | null;
		finals_series: Generated<boolean>;
		/** Whether teams outside the finals play each other meanwhile. */
		consolation_games: Generated<boolean>;
		/** Whether each team also plays against the league's median. */
		median_game: Generated<boolean>;
		/** Whether the team with a bye plays against the average of the league's scores instead. */
		average_game: Generated<boolean>;
		tiebreaker: Tiebreaker | null;
		/** Null for a deleted league. */
		commissioner_id: UserId | null;
		colour: string;
		avatar_version: Generated<number>;
		regenerated_from: number | null;
		/** The season time at which the fixture was drawn; null without a fixture. */
		drawn_at: NullableTime;
		created_at: DefaultedTime;
		deleted_at: NullableTime;
	};
	league_members: {
		league_id: number;
		user_id: UserId;
		team_id: TeamId;
		joined_at: Time;
		/** Higher for members who joined later. */
		joined_no: GeneratedAlways<number>;
		/** 1 or 2 for a deputy. */
		deputy_place: number | null;
		deputy_since: NullableTime;
	};
	league_hand_overs: {
		league_id: number;
		/** To whom the commissioner has offered the league. */
		user_id: UserId;
		offered_at: Time;
		expires_at: Time;
		declined_at: NullableTime;
		is_notified: Generated<boolean>;
	};
	league_matches: {
		league_id: number;
		season_id: number;
		round_id: RoundId;
		/** Its place among the match-ups of the league in the round, from 0. */
		place: number;
		home_team_id: TeamId;
		away_team_id: TeamId;
		is_grand_final: Generated<boolean>;
		is_semi_final: Generated<boolean>;
		is_consolation: Generated<boolean>;
		/** Null until the round is published, as are `away_points`. */
		home_points: number | null;
		away_points: number | null;
	};
	league_invites: {
		id: GeneratedAlways<number>;
		league_id: number;
		/** An invitation has either an address, a user id, or the id of a team without a manager that whoever has its link gets. */
		email: string | null;
		user_id: UserId | null;
		team_id: TeamId | null;
		invited_by: UserId;
		token: string;
		status: Generated<"pending" | "accepted" | "declined">;
		created_at: Time;
		answered_at: NullableTime;
		/** Null in answers of earlier versions. */
		answered_by: UserId | null;
		mails: Generated<number>;
		last_mailed_at: NullableTime;
	};
	league_events: {
		id: GeneratedAlways<number>;
		league_id: number;
		kind: LeagueEventKind;
		user_id: UserId | null;
		round_id: RoundId | null;
		data: DefaultedJson<Record<string, unknown>>;
		at: DefaultedTime;
		reported_at: NullableTime;
		hidden_at: NullableTime;
	};
	league_event_reports: {
		event_id: number;
		user_id: UserId;
		at: DefaultedTime;
	};
	league_recover_skips: {
		user_id: UserId;
		league_id: number;
	};
	league_history_pages: {
		/** The league's first season, which stays the same when it is regenerated. */
		lineage_id: number;
		/** In the link of the page; null while it is off. */
		token: string | null;
		/** Whether the commissioner has turned it on, so that it stays on in a private league. */
		by_commissioner: boolean;
	};
	league_activity_rounds: {
		season_id: number;
		round_id: RoundId;
		saved_at: DefaultedTime;
		/** Whether the cards of conversations show these results. */
		has_cards: Generated<boolean>;
	};
	cups: {
		season_id: number;
		drawn_at: NullableTime;
		start_id: RoundId | null;
		/** The season's `cup.seed`, from which earlier versions drew the cup; null for others. */
		seed: number | null;
		/** The seed of the draw, which is secret until then. */
		secret_seed: string | null;
		/** The public hash of the secret seed. */
		seed_hash: string | null;
		/** The random number that the draw adds to the seed. */
		moment: string | null;
		entrants: Generated<number>;
		qualifiers: number | null;
	};
	cup_entries: {
		season_id: number;
		team_id: TeamId;
		entered_at: Time;
		/** Whether the draw included the team. */
		is_drawn: Generated<boolean>;
	};
	cup_matches: {
		season_id: number;
		round_id: RoundId;
		place: number;
		home_team_id: TeamId | null;
		away_team_id: TeamId | null;
		home_points: number | null;
		away_points: number | null;
		winner_team_id: TeamId | null;
		is_decided: Generated<boolean>;
	};
}

/** SQL: whether the teams of match-up `m` of league `l` also play against the league's median. */
export const HAS_MEDIAN_GAME = "l.median_game AND NOT (m.is_grand_final OR m.is_semi_final OR m.is_consolation)";

export type LeagueEventKind =
	| "created"
	| "joined"
	| "left"
	| "removed"
	| "commissioner"
	| "deputy"
	| "deputy-ended"
	| "results"
	| "record"
	| "announcement";
