import type { CoachTables } from "./coach.ts";
import type { ConversationTables } from "./conversations.ts";
import type { LeagueTables } from "./leagues.ts";
import type { NoticeTables } from "./notices.ts";
import type { OperatorTables } from "./operator.ts";
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
		ConversationTables,
		OperatorTables,
		SiteTables,
		NoticeTables,
		CoachTables {}
