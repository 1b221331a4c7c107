import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";
import { SEASON_LEADER_LOCK_ID } from "../features/match-day/engine/leader-election.ts";
import { type StorageWatch, UNWATCHED_STORAGE } from "../features/operator/storage/storage-watch.ts";

/** Whether the database answers. */
export const isDatabaseUp = (pool: Pool): Promise<boolean> =>
	pool.query("SELECT 1").then(
		() => true,
		() => false,
	);

/** What this process has in memory to serve. */
export interface Readiness {
	readonly standings: boolean;
	readonly staticFiles: boolean;
}

export const healthAnswer = z.object({ status: z.literal("ok") });
export const readinessAnswer = z.object({
	status: z.enum(["ready", "loading", "database down"]),
	database: z.boolean(),
	standings: z.boolean(),
	staticFiles: z.boolean(),
	/** Whether any process moves the season on. */
	leader: z.boolean(),
	/** Of the disks that saves need. */
	storage: z.enum(["ok", "low", "full"]),
});

// An advisory lock's number, as pg_locks has one of 64 bits.
const LEADER = `SELECT EXISTS (SELECT FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`;

/** Whether any process asks the feed and moves the season on; null where the database does not answer. */
const isLed = (pool: Pool): Promise<boolean | null> =>
	pool.query<{ held: boolean }>({ name: "season-leader", text: LEADER, values: [SEASON_LEADER_LOCK_ID] }).then(
		({ rows }) => rows[0]?.held ?? false,
		() => null,
	);

/**
 * /healthz: the process answers; asks nobody. /readyz: it can serve: its database answers, standings are loaded and
 * static files built; 503 while they are not. Without a leader the season does not move on, and on a full disk nothing can be
 * saved; both are reported, but pages can still be served, so the answer stays 200.
 */
export function registerHealth(
	app: FastifyInstance,
	pool: Pool,
	readiness: () => Readiness,
	{ report }: Pick<StorageWatch, "report"> = UNWATCHED_STORAGE,
): void {
	app.get("/healthz", (): z.infer<typeof healthAnswer> => ({ status: "ok" }));
	app.get("/readyz", async (_, reply) => {
		const led = await isLed(pool);
		const { standings, staticFiles } = readiness();
		const isUp = led !== null;
		const isReady = isUp && standings && staticFiles;
		const status = isReady ? "ready" : isUp ? "loading" : "database down";
		const answer: z.infer<typeof readinessAnswer> = {
			status,
			database: isUp,
			standings,
			staticFiles,
			leader: led ?? false,
			storage: report().state,
		};
		return reply.code(isReady ? 200 : 503).send(answer);
	});
}
