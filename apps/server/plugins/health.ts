import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";
import type { ProxyCheck } from "./http/proxy-check.ts";
import { isLocal } from "./metrics.ts";

/** Whether the database responds to a query. */
export const isDatabaseUp = (pool: Pool): Promise<boolean> =>
	pool.query("SELECT 1").then(
		() => true,
		() => false,
	);

/** The parts of the season that this process has loaded. */
export interface Readiness {
	readonly standings: boolean;
	readonly staticFiles: boolean;
}

export const healthResponse = z.object({ status: z.literal("ok") });
export const readinessResponse = z.object({
	status: z.enum(["ready", "loading", "database down", "stopping"]),
	database: z.boolean(),
	standings: z.boolean(),
	staticFiles: z.boolean(),
	/** Whether any process is the leader, which advances the season. */
	leader: z.boolean(),
	/** State of the disks that are written to. */
	storage: z.enum(["ok", "low", "full"]),
	/** Why visitors share one address; only for direct requests from this machine. Null if they do not. */
	sharedAddress: z.enum(["ignored", "missing", "second-proxy"]).nullable().optional(),
});

/** What `/readyz` reports on. */
export interface HealthSources {
	readonly getReadiness: () => Readiness;
	/** Whether any process is the leader; null if the database does not respond. */
	readonly hasLeader: () => Promise<boolean | null>;
	readonly storage: { readonly report: () => { readonly state: "ok" | "low" | "full" } };
	readonly getProxyProblem?: ProxyCheck["getProblem"];
}

/**
 * Registers `/healthz`, which only shows that the process responds, and `/readyz`. The latter responds with 503 while the
 * database is down, standings or static files are not loaded, or the process is about to stop. A missing leader and a full
 * disk are reported with 200, because pages can still be served.
 */
export function registerHealth(
	app: FastifyInstance,
	{ getReadiness, hasLeader, storage, getProxyProblem }: HealthSources,
): void {
	const getStatus = (isUp: boolean, isLoaded: boolean) => {
		if (app.isStopping) return "stopping";
		if (isLoaded) return "ready";
		return isUp ? "loading" : "database down";
	};
	app.get("/healthz", (): z.infer<typeof healthResponse> => ({ status: "ok" }));
	app.get("/readyz", async (request, reply) => {
		const leader = await hasLeader();
		const { standings, staticFiles } = getReadiness();
		const isUp = leader !== null;
		const isLoaded = isUp && standings && staticFiles;
		const isReady = isLoaded && !app.isStopping;
		const response: z.infer<typeof readinessResponse> = {
			status: getStatus(isUp, isLoaded),
			database: isUp,
			standings,
			staticFiles,
			leader: leader ?? false,
			storage: storage.report().state,
			...(getProxyProblem && isLocal(request) ? { sharedAddress: getProxyProblem() } : {}),
		};
		return reply.code(isReady ? 200 : 503).send(response);
	});
}
