import type { FastifyInstance } from "fastify";
import { buildApp } from "../apps/server/build-app.ts";
import { connect } from "../apps/server/db/connect.ts";
import type { Database } from "../apps/server/db/open.ts";
import { createCoach } from "../apps/server/features/coach/coach-thread.ts";
import type { SeasonEngine } from "../apps/server/features/match-day/engine/season-engine.ts";
import { createPgListener } from "../apps/server/features/seasons/current/pg-listener.ts";
import { createSeasonHolder } from "../apps/server/features/seasons/current/season-holder.ts";
import { createLiveStandings } from "../apps/server/features/standings/live-standings.ts";
import { createSolver } from "../apps/server/features/team/autofill/solver.ts";
import { createLog } from "../apps/server/plugins/log.ts";
import { createMetrics } from "../apps/server/plugins/metrics.ts";

export interface AppServer {
	readonly app: FastifyInstance;
	readonly close: () => Promise<void>;
}

const NO_MEDIA = { put: async () => undefined, read: async () => null, remove: async () => undefined };

/** For callers that expect no errors in the background. */
export const throwError = (error: unknown): never => {
	throw error;
};

type AppOptions = Parameters<typeof buildApp>[0];

/** Builds the app as main.ts does, with these parts, and lets it listen. */
async function listen(
	parts: Pick<AppOptions, "database" | "clocks" | "seasons" | "standings"> & Partial<AppOptions>,
): Promise<AppServer> {
	const solver = createSolver();
	const coach = createCoach();
	const app = await buildApp({
		config: { publicUrl: "http://localhost", oidc: null },
		solver,
		coach,
		media: NO_MEDIA,
		demo: null,
		webFolder: "/nowhere",
		extraRoutes: [],
		logger: createLog(),
		metrics: createMetrics(),
		...parts,
	});
	await app.listen({ port: 0, host: "127.0.0.1" });
	return {
		app,
		close: async () => {
			await app.close();
			await solver.close();
			await coach.close();
		},
	};
}

interface AppServerOptions {
	readonly database: { readonly url: string };
	readonly now: number;
}

/**
 * Starts the app as main.ts builds it, with a fixed season time between two rounds. With `hasPgListener` the app listens to
 * PostgreSQL notifications, and so can cache names and sessions.
 */
export async function startAppServer(
	{ database: { url }, now }: AppServerOptions,
	{ hasPgListener }: { readonly hasPgListener: boolean },
): Promise<AppServer> {
	const { db, pool } = connect({ url });
	const pgListener = hasPgListener ? await createPgListener({ url }, { onError: throwError }) : null;
	const seasons = await createSeasonHolder(db, pgListener ?? { on: () => () => undefined });
	const standings = createLiveStandings({
		pool,
		currentSeason: seasons.peek,
		seasonNow: () => now,
		wallNow: Date.now,
		onError: throwError,
	});
	await standings.refresh();
	const at = new Date(now).toISOString();
	const clockState = { seasonTime: at, wallTime: at, speed: 0, isDemo: true, playingRoundId: null };
	const clocks = {
		seasonNow: () => now,
		wallNow: Date.now,
		show: () => clockState,
		refresh: async () => undefined,
		onChange: () => () => false,
	};
	const parts = { database: { db, pool }, clocks, seasons, standings, ...(pgListener ? { pgListener } : {}) };
	const { app, close } = await listen(parts);
	return {
		app,
		close: async () => {
			await close();
			await pgListener?.close();
			await standings.close();
			await db.destroy();
		},
	};
}

/** Starts the app as main.ts builds it, with the engine of a season in play. */
export const startLiveAppServer = (
	database: Pick<Database, "db" | "pool">,
	{ clocks, seasons, standings, pgListener, saves, register }: SeasonEngine,
): Promise<AppServer> => listen({ database, clocks, seasons, standings, pgListener, saves, extraRoutes: [register] });

export function getPort(app: FastifyInstance): number {
	const address = app.server.address();
	if (typeof address !== "object" || address === null) throw new Error("The server is not listening");
	return address.port;
}
