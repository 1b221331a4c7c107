import type { LeagueTables } from "./tables-leagues.ts";
import type { NoticeTables } from "./tables-notices.ts";
import type { OperatorTables } from "./tables-operator.ts";
import type { IdentityTables } from "./tables-people.ts";
import type { SeasonTables } from "./tables-season.ts";
import type { SiteTables } from "./tables-site.ts";

/** Every table as the migrations make it. Times are Dates, dates are `YYYY-MM-DD`, jsonb is written as JSON text. */
export interface Tables extends SeasonTables, IdentityTables, LeagueTables, OperatorTables, SiteTables, NoticeTables {}
