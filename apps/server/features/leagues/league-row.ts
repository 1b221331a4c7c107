import type { Language } from "@first-bounce/contract/languages";
import type { Tiebreaker } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { hasLeagueStarted, type LeaguePrivacy, type LeagueType } from "@first-bounce/rules/leagues/league";
import type { LeagueSnapshot } from "@first-bounce/rules/leagues/league-permissions";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { MediaStore } from "../site/media/media-store.ts";
import type { StandingsView } from "../standings/standings-view.ts";

export interface LeagueServices {
	readonly db: Kysely<Tables>;
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "current" | "refresh">;
	readonly clocks: Clocks;
	/** The standings to date. */
	readonly view: () => StandingsView;
	readonly media: MediaStore;
	/** The base of links in emails, without a trailing slash. */
	readonly publicUrl: string;
	/** Whether everyone may read the ladders and match-ups of public leagues, visitors included. */
	readonly isPublicRead: boolean;
	/** The language of emails sent in a user's name; English by default. */
	readonly language?: Language;
}

/** A league with its commissioner's name, and whether the viewer is in it. */
export interface LeagueRow {
	readonly id: number;
	readonly season_id: number;
	readonly name: string;
	readonly code: string;
	readonly type: LeagueType;
	readonly privacy: LeaguePrivacy;
	/** The most teams it can have. */
	readonly size: number;
	readonly num_teams: number;
	readonly start_id: RoundId;
	readonly finals: boolean | null;
	readonly finals_series: boolean;
	readonly tiebreaker: Tiebreaker | null;
	/** Null for a deleted league. */
	readonly commissioner_id: UserId | null;
	readonly colour: string;
	readonly avatar_version: number;
	/** The season time at which the fixture was drawn; null without a fixture. */
	readonly drawn_at: Date | null;
	readonly created_at: Date;
	readonly deleted_at: Date | null;
	/** Of the commissioner, as are the next four fields. */
	readonly team_name: string | null;
	readonly first_name: string | null;
	readonly last_name: string | null;
	readonly is_active: boolean | null;
	readonly supported_squad_id: number | null;
	readonly is_member: boolean;
}

/** Builds a league as `packages/rules/leagues` expects it. */
export const buildLeagueSnapshot = (row: LeagueRow, season: SeasonSnapshot, now: number): LeagueSnapshot => {
	const { type, privacy, size, num_teams: numTeams, start_id: startId } = row;
	return { type, privacy, size, numTeams, startId, hasStarted: hasLeagueStarted({ startId }, season.rounds, now) };
};

export const isCommissioner = ({ commissioner_id }: LeagueRow, userId: UserId | null): boolean =>
	userId !== null && commissioner_id === userId;
