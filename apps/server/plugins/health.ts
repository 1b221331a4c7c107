import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";

/** Whether the database answers. */
export const isDatabaseUp = (pool: Pool): Promise<boolean> =>
	pool.query("SELECT 1").then(
		() => true,
		() => false,
	);

/** /healthz: the process answers. /readyz: it can serve, with its database; 503 while it cannot. */
export function registerHealth(app: FastifyInstance, pool: Pool): void {
	app.get("/healthz", () => ({ status: "ok" }));
	app.get("/readyz", async (_, reply) => {
		const isUp = await isDatabaseUp(pool);
		return reply.code(isUp ? 200 : 503).send({ status: isUp ? "ready" : "database down" });
	});
}
