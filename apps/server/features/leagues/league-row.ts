import type { Language } from "@first-bounce/contract/languages";
import { hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import { hasLeagueStarted } from "@first-bounce/rules/leagues/league";
import type { LeagueRole, LeagueSnapshot } from "@first-bounce/rules/leagues/league-permissions";
import type { Pool } from "pg";
import type { Db, OptionalRow, Row } from "../../db/tables/tables.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { PgListener } from "../seasons/current/pg-listener.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { StandingsView } from "../standings/standings-view.ts";

export interface LeagueServices {
	readonly db: Db;
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
	/** Tells of changes that other processes made; absent in tests. */
	readonly pgListener?: Pick<PgListener, "on"> | undefined;
	/** The language of emails sent in a user's name; English by default. */
	readonly language?: Language;
}

/** A league with its commissioner's name, and the viewer's role in it. */
export type LeagueRow = Row<"leagues"> &
	OptionalRow<"users", "team_name" | "first_name" | "last_name" | "is_active" | "supported_squad_id"> & {
		readonly is_member: boolean;
		/** Null if the viewer is not a member. */
		readonly role: LeagueRole | null;
		readonly draft_state: Row<"drafts">["state"] | null;
		readonly draft_starts_at: Date | null;
		readonly draft_version: number | null;
		/** Whether the squads of a draft league are continued from last season, or will be next season. */
		readonly has_keepers: boolean;
		/** Teams of a draft league without a manager, robots included; 0 in others. */
		readonly unmanaged_teams: number;
	};

/** Whether a league has a draft that is not complete. Such a league has no first round yet. */
export const hasOpenDraft = ({ draft_state: state }: Pick<LeagueRow, "draft_state">): boolean =>
	state !== null && state !== "complete";

/** Builds a league as `packages/rules/leagues` expects it. */
export const buildLeagueSnapshot = (row: LeagueRow, season: SeasonSnapshot, now: number): LeagueSnapshot => {
	const { type, privacy, size, num_teams: numTeams, unmanaged_teams: unmanagedTeams, start_id: startId } = row;
	const hasStarted = !hasOpenDraft(row) && hasLeagueStarted({ startId }, season.rounds, now);
	const isDrafting = row.draft_state === "live" || row.draft_state === "paused";
	return {
		class: row.class,
		type,
		privacy,
		size,
		numTeams,
		unmanagedTeams,
		startId,
		hasStarted,
		isDrafting,
		hasDraftStarted: row.draft_state !== null && hasDraftStarted(row.draft_state),
		isMock: row.is_mock,
	};
};
