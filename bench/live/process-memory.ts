// Forked by live.bench.ts: sends the megabytes that a server process uses for a season.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect } from "../../apps/server/db/connect.ts";
import { hashToken } from "../../apps/server/db/hash-token.ts";
import { createSeasonEngine } from "../../apps/server/features/match-day/engine/season-engine.ts";
import { startLiveAppServer, throwError } from "../app-server.ts";

const TOKEN = "bench-token";
const MEGABYTE = 1_000_000;

const [url = ""] = process.argv.slice(2);
const { db, pool } = connect({ url });
await pool.query(
	`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
	SELECT $1, min(id), now(), now() + interval '1 day', now() FROM users`,
	[hashToken(TOKEN)],
);
const engine = await createSeasonEngine({ database: { url }, loadFeed: async () => null, onError: throwError });
const appServer = await startLiveAppServer({ db, pool }, engine);
const { statusCode, body } = await appServer.app.inject({
	url: "/api/en/fantasy/ranks/open-league",
	headers: { "x-sid": TOKEN },
});
if (statusCode !== 200) throw new Error(body);
setFlagsFromString("--expose-gc");
runInNewContext("gc")();
process.send?.(process.memoryUsage().rss / MEGABYTE);
await appServer.close();
await engine.close();
await db.destroy();
process.disconnect?.();
