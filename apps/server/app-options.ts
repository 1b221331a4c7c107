import type { CallDefinition } from "@first-bounce/contract/call";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config, OptionalAppConfig } from "./config.ts";
import type { Database } from "./db/open.ts";
import type { Read } from "./db/servers/read-standby.ts";
import type { ExternalProvider } from "./features/accounts/external-provider/external-provider.ts";
import type { Coach } from "./features/coach/coach-thread.ts";
import type { DemoServices } from "./features/demo/service.ts";
import type { SeasonEngine } from "./features/match-day/engine/season-engine.ts";
import type { MediaStore } from "./features/media/media-store.ts";
import type { Push } from "./features/notifications/push/push.ts";
import type { StorageWatch } from "./features/operator/storage/storage-watch.ts";
import type { PgListener } from "./features/seasons/current/pg-listener.ts";
import type { SeasonClocks } from "./features/seasons/current/season-clock.ts";
import type { SeasonHolder } from "./features/seasons/current/season-holder.ts";
import type { LiveStandings } from "./features/standings/live-standings.ts";
import type { SaveEvents } from "./features/standings/recent-saves.ts";
import type { RecheckSettings } from "./features/stats-providers/intake/poll-feed.ts";
import type { Solver } from "./features/team/autofill/solver.ts";
import type { RequestTimeouts } from "./plugins/http/slow-requests.ts";
import type { Limits } from "./plugins/limits/rate-limits.ts";
import type { Metrics } from "./plugins/metrics.ts";
import type { ErrorReporter } from "./plugins/monitoring/error-reporter.ts";
import type { Tracing } from "./plugins/monitoring/tracing.ts";
import type { Interruption } from "./standing-in.ts";

/** The services of the app, which the caller starts and stops. */
export interface AppOptions {
	readonly config: Pick<Config, "publicUrl"> & { readonly oidc: ExternalProvider | null } & OptionalAppConfig;
	readonly database: Pick<Database, "db" | "pool">;
	/** Runs queries whose results may be up to three seconds old; on `database` by default. */
	readonly read?: Read;
	readonly clocks: SeasonClocks;
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly standings: Pick<LiveStandings, "current" | "rescoreTeam" | "projected">;
	/** Solver for autofill. */
	readonly solver: Solver;
	/** Suggests trades. */
	readonly coach: Coach;
	/** Null if the demo may not run. */
	readonly demo: DemoServices | null;
	/** Whether any process is the leader; null if the database does not answer. By default, asks `database`. */
	readonly hasLeader?: () => Promise<boolean | null>;
	/** Storage for pictures. */
	readonly media: MediaStore;
	/** Sender of push messages; by default with keys from the database and not to loopback addresses. */
	readonly push?: Push;
	/** Notifications from the database. With it, sessions and names are cached in memory. */
	readonly pgListener?: Pick<PgListener, "on">;
	/** Teams saved by any process. With `pgListener`, their values in the rankings are updated. */
	readonly saves?: SaveEvents;
	/** Folder of the built web. */
	readonly webFolder: string;
	readonly limits?: Limits;
	readonly logger?: FastifyBaseLogger;
	readonly timeouts?: RequestTimeouts;
	readonly metrics?: Pick<Metrics, "measureRequests">;
	/** Receives unexpected errors of requests. */
	readonly errorReporter?: Pick<ErrorReporter, "report">;
	readonly tracing?: Pick<Tracing, "traceRequests"> | null;
	readonly feedHealth?: SeasonEngine["feedHealth"];
	/** For how long and how often a published round's stats are fetched again; not at all by default. */
	readonly recheck?: RecheckSettings;
	/** Whether the site may have to be set up, so that it has the page for that; false by default. */
	readonly isSetupPossible?: boolean;
	/** Stops the server for a restore or the demo, and starts it again; null if it cannot be started again. */
	readonly interrupt?: ((interruption: Interruption) => void) | null;
	/** Whether the season is only rehearsed, so that operators may move its clock. */
	readonly isRehearsal?: boolean;
	/** Free space on the disks. */
	readonly storage?: Pick<StorageWatch, "report" | "recordWriteFailure">;
	/** Called with each successful reply, in tests; the reply is a 500 if it throws. */
	readonly checkReply?: (call: CallDefinition, success: unknown) => void;
	/** Which parts of the server are loaded; all by default. */
	readonly getReadiness?: SeasonEngine["getReadiness"];
	/** Further routes: static files, the live stream, metrics. */
	readonly extraRoutes: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}
