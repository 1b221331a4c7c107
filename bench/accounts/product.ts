import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { buildApp, LIMITS } from "../../apps/server/build-app.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { tokenHash } from "../../apps/server/features/auth/session-store.ts";
import { createGameHolder } from "../../apps/server/features/season/game-holder.ts";
import { route } from "../../apps/server/plugins/route.ts";
import { defineCall } from "../../packages/contract/call.ts";

const nothing = z.strictObject({});
const shape = { method: "GET", summary: "A small answer", params: nothing, query: nothing, body: nothing } as const;
const success = z.object({ isHere: z.literal(true) });

/** The same answer for everyone, for who is signed in, and for everyone after one row by its key. */
const CALLS = {
	open: defineCall({ ...shape, path: "/bench/open", access: "everyone", success }),
	active: defineCall({ ...shape, path: "/bench/active", access: "active", success }),
	row: defineCall({ ...shape, path: "/bench/row", access: "everyone", success }),
};
const answer = { isHere: true } as const;

const ROW = {
	name: "bare-session-row",
	text: `SELECT s.user_id, s.expires_at, u.is_active FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = $1`,
};

function probes({ pool }: Pick<Database, "pool">) {
	return (app: FastifyInstance): void => {
		route(app, CALLS.open, { needs: "nothing", handler: () => answer });
		route(app, CALLS.active, { needs: "nothing", handler: () => answer });
		route(app, CALLS.row, {
			needs: "nothing",
			handler: async ({ request }) => {
				const { rows } = await pool.query({ ...ROW, values: [tokenHash(String(request.headers["x-sid"]))] });
				if (rows.length !== 1) throw new Error("No such session");
				return answer;
			},
		});
	};
}

const unused = (): never => {
	throw new Error("Not part of this bench");
};

/** The whole app as main.ts builds it, without a season, and the probes above. */
export async function createProduct(database: Database, wallNow: () => number): Promise<FastifyInstance> {
	const app = await buildApp({
		config: { publicUrl: "http://localhost", oidc: null },
		database,
		clocks: {
			seasonNow: wallNow,
			wallNow,
			show: unused,
			refresh: async () => undefined,
			onChange: () => () => false,
		},
		games: await createGameHolder(database.db, { on: () => () => undefined }),
		standings: { current: unused, lineupSaved: () => undefined },
		solver: { fill: unused, close: async () => undefined },
		media: { put: async () => undefined, read: async () => null, remove: async () => undefined },
		limits: { ...LIMITS, signUpsAMinute: 60 },
		demo: null,
		webFolder: "/nowhere",
		rooms: [probes(database)],
	});
	await app.listen({ port: 0, host: "127.0.0.1" });
	return app;
}
