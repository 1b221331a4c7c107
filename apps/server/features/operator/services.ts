import type { Pool } from "pg";
import type { Config } from "../../config.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { MaintenanceWatch } from "../../plugins/maintenance.ts";
import type { Interruption } from "../../standing-in.ts";
import type { LocalLogin } from "../accounts/sign-in/password-sign-in.ts";
import type { SeasonEngine } from "../match-day/engine/season-engine.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Feed } from "../stats-providers/feed.ts";
import type { RecheckSettings } from "../stats-providers/intake/poll-feed.ts";
import type { SeasonFetchSettings } from "./season-fetch/service.ts";
import type { StorageWatch } from "./storage/storage-watch.ts";

/** The services that operator routes use. */
export interface OperatorServices {
	readonly db: Db;
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly clocks: SeasonClocks;
	readonly media: MediaStore;
	/** Parses a payload of any source, to process it again. */
	readonly readPayload: Feed["parse"];
	/** Returns the health of the feed that the leader polls; null if there is none. */
	readonly feedHealth: SeasonEngine["feedHealth"];
	/** For how long a published round's stats are read again. */
	readonly recheck: RecheckSettings;
	readonly storage: Pick<StorageWatch, "report">;
	readonly maintenance: Pick<MaintenanceWatch, "forget">;
	/** The base URL of links in mails, without a trailing slash. */
	readonly publicUrl: string;
	readonly localLogin: LocalLogin;
	/** Whether mails are sent by SMTP; otherwise operators read them in the console. */
	readonly hasMailServer: boolean;
	/** Whether the newest release is looked up. */
	readonly readsReleases: boolean;
	/** When the server backs itself up every day, in minutes after midnight UTC; null if it does not. */
	readonly dailyBackupAt: number | null;
	/** Where operators fetch seasons from; null if they may not. */
	readonly seasonFetch: SeasonFetchSettings | null;
	/** What restores and the demo need to stop the server and start it again. */
	readonly restart: {
		readonly dataDir: string;
		readonly backup: Pick<Config["backup"], "to" | "key">;
		/** The host of PUBLIC_URL, which is typed before a restore. */
		readonly siteName: string;
		readonly demoMayBeChosen: boolean;
		/** Null if this server cannot be started again. */
		readonly interrupt: ((interruption: Interruption) => void) | null;
	};
	/** Whether the demo clock may be changed on this site. */
	readonly demoMayRun: boolean;
	/** Whether this is a rehearsal, in which the season's clock may be moved. */
	readonly isRehearsal: boolean;
}
