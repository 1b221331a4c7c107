import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../db/tables/tables.ts";
import type { LocalLogin } from "../accounts/sign-in/sign-in.ts";
import type { SeasonEngine } from "../match-day/engine/season-engine.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { MediaStore } from "../site/media/media-store.ts";
import type { Feed } from "../stats-providers/feed.ts";
import type { StorageWatch } from "./storage/storage-watch.ts";

/** The services of the operator's calls. */
export interface OperatorServices {
	readonly db: Kysely<Tables>;
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly clocks: SeasonClocks;
	readonly media: Pick<MediaStore, "put" | "remove">;
	/** Reads a payload of any source, to judge it again. */
	readonly readPayload: Feed["parse"];
	/** The health of the feed that this process polls; null if it polls none. */
	readonly feedHealth: SeasonEngine["feedHealth"];
	/** How much room is left on the disks. */
	readonly storage: Pick<StorageWatch, "report">;
	/** Where mailed links lead, without a slash at the end. */
	readonly publicUrl: string;
	/** Whether there are passwords to be reset. */
	readonly localLogin: LocalLogin;
	/** Whether mails go out by SMTP; without it they are read in the console. */
	readonly hasTransport: boolean;
	/** Whether the demo's clock may be turned at this address. */
	readonly demoMayRun: boolean;
}
