import type { AppOptions } from "../../apps/server/app-options.ts";
import { UNWATCHED_STORAGE } from "../../apps/server/features/operator/storage/storage-watch.ts";
import { registerPublicApi } from "../../apps/server/features/static-files/public-api.ts";
import { registerStaticFiles } from "../../apps/server/features/static-files/routes.ts";
import { buildFile } from "../../apps/server/plugins/http/built-file.ts";
import { registerLiveStream } from "../../apps/server/plugins/live-stream.ts";
import { createMetrics } from "../../apps/server/plugins/metrics.ts";

/** Creates the routes that start-server.ts adds to the app, /metrics and those of the season engine, without data. */
export function createEngineRoutes(): AppOptions["extraRoutes"] {
	const sources = {
		feedHealth: () => null,
		isLeader: () => false,
		countClients: () => 0,
		seasons: { peek: () => null },
		standings: { current: () => ({ teamCount: 0 }) },
		storage: UNWATCHED_STORAGE,
		standbyLag: () => null,
		pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: {} },
		readBacklog: async () => ({
			jobs: [],
			alerts: [],
			mails: { due: 0, failed: 0 },
			drafts: { states: { live: 0, paused: 0, scheduled: 0, overdue: 0 }, tickLag: null, picks: [] },
			lastBackupAt: null,
		}),
	};
	const noFiles = {
		findFile: async () => undefined,
		findSeasonFile: async () => undefined,
		getSeasonsFile: () => buildFile([]),
	};
	return [
		(app) => registerStaticFiles(app, noFiles),
		(app) => registerPublicApi(app, noFiles),
		(app) => void registerLiveStream(app, { getFirstEvent: () => "" }),
		(app) => createMetrics().register(app, sources, null),
	];
}
