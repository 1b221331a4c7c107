import type { MatchId, RoundId } from "@first-bounce/rules/ids";
import type { Kysely, Nullable, Selectable } from "kysely";
import type { CoachTables } from "./coach.ts";
import type { ConversationTables } from "./conversations.ts";
import type { DraftTables } from "./drafts.ts";
import type { LeagueTables } from "./leagues.ts";
import type { NoticeTables } from "./notices.ts";
import type { OperatorTables } from "./operator.ts";
import type { OwnershipTables } from "./ownership.ts";
import type { IdentityTables } from "./people.ts";
import type { SeasonTables } from "./season.ts";
import type { SeasonChangeTables } from "./season-changes.ts";
import type { SiteTables } from "./site.ts";

/** All tables, as created by the migrations. Times are Dates, dates are `YYYY-MM-DD`, jsonb is written as JSON text. */
export interface Tables
	extends SeasonTables,
		SeasonChangeTables,
		IdentityTables,
		LeagueTables,
		DraftTables,
		ConversationTables,
		OperatorTables,
		OwnershipTables,
		SiteTables,
		NoticeTables,
		CoachTables {}

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** The key of a row of `rounds`. */
export interface RoundKey {
	readonly seasonId: number;
	readonly roundId: RoundId;
}

/** The key of a row of `matches`. */
export interface MatchKey {
	readonly seasonId: number;
	readonly matchId: MatchId;
}

/** A row of a table as it is selected, or some of its columns. */
export type Row<
	Table extends keyof Tables,
	Column extends keyof Selectable<Tables[Table]> = keyof Selectable<Tables[Table]>,
> = Readonly<Pick<Selectable<Tables[Table]>, Column>>;

/** The columns of a table that a LEFT JOIN may not find. */
export type OptionalRow<Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]>> = Nullable<
	Row<Table, Column>
>;
