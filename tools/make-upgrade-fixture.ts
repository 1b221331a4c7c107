// node tools/make-upgrade-fixture.ts CHECKOUT: makes fixtures/v0.1.0, which its README describes. CHECKOUT is the
// folder of a checkout of v0.1.0.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openUnmigratedDatabase } from "../apps/server/db/open.ts";
import { openBackupTarget } from "../apps/server/features/backups/backup-target.ts";
import { createBackup, NO_PICTURES } from "../apps/server/features/backups/create-backup.ts";

const FOLDER = path.join(import.meta.dirname, "../fixtures/v0.1.0");
const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error("Usage: node tools/make-upgrade-fixture.ts CHECKOUT");
const dataDir = await mkdtemp(path.join(tmpdir(), "first-bounce-v0.1.0-"));
// PostgreSQL may run as another account, which needs access to its folder in this one.
await chmod(dataDir, 0o711);

/** Starts v0.1.0 with its demo. */
async function startServer() {
	const child = spawn(process.execPath, [path.join(checkout ?? "", "apps/server/main.ts")], {
		env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", NODE_NO_WARNINGS: "1" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const ended = once(child, "close");
	for await (const chunk of child.stdout) {
		const address = /^First Bounce is running at (.+)$/m.exec(String(chunk))?.[1];
		if (address)
			return {
				address,
				kill: () => void child.kill("SIGKILL"),
				stop: async () => {
					child.kill("SIGTERM");
					await ended;
				},
			};
	}
	throw new Error("v0.1.0 did not start");
}

const server = await startServer();
process.once("exit", server.kill);
let cookie = "";

/** The parts of v0.1.0's responses that this script reads. */
interface ApiResponse {
	readonly errors: readonly object[];
	readonly success: {
		/** The id of the new league. */
		readonly id: number;
		readonly team: {
			readonly lineup: Readonly<Record<"DEF" | "MID" | "RUC" | "FWD", readonly number[]>>;
			readonly bench: object;
			readonly captainId: number;
			readonly viceCaptainId: number;
			readonly utilityId: number;
			readonly version: number;
		};
	};
}

/** Makes a call as the demo manager. */
async function call(method: "GET" | "POST", route: string, body?: object) {
	const response = await fetch(`${server.address}/api/en${route}`, {
		method,
		headers: { cookie, "content-type": "application/json" },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	cookie = [cookie, ...response.headers.getSetCookie().map((header) => header.split(";", 1)[0])]
		.filter(Boolean)
		.join("; ");
	const { success, errors } = (await response.json()) as ApiResponse;
	if (!response.ok) throw new Error(`${route}: ${JSON.stringify(errors)}`);
	return success;
}

await call("POST", "/demo/sign-in", {});
const { team: empty } = await call("GET", "/fantasy/team/show-my");
const { lineup, bench, captainId, viceCaptainId, utilityId } = empty;
const filled = await call("POST", "/fantasy/team/autopick", { lineup, bench, captainId, viceCaptainId, utilityId });
const [firstForward] = filled.team.lineup.FWD;
await call("POST", "/fantasy/team/update", {
	lineup: filled.team.lineup,
	bench: filled.team.bench,
	captainId: firstForward,
	viceCaptainId: filled.team.lineup.MID[0],
	utilityId: filled.team.utilityId,
	version: filled.team.version,
});
const league = await call("POST", "/fantasy/league", { name: "Founders of 0.1.0", startId: 4, type: "open" });
const key = "0f0e0d0c-0b0a-4908-8706-050403020100";
await call("POST", `/fantasy/league/${league.id}/conversation/send`, {
	text: "Sent by 0.1.0. Über alles? Naïve!",
	key,
});
await server.stop();

const database = await openUnmigratedDatabase({ databaseUrl: null, dataDir });
await database.pool.query(`
	-- The demo's past season, and large tables that no score is computed from: the fixture stays small without them.
	DELETE FROM league_matches WHERE season_id = 1;
	DELETE FROM teams WHERE season_id = 1;
	DELETE FROM stat_lines WHERE season_id = 1;
	DELETE FROM matches WHERE season_id = 1;
	DELETE FROM players WHERE season_id = 1;
	DELETE FROM seasons WHERE id = 1;
	DELETE FROM standings WHERE season_id = 1;
	DELETE FROM stat_events;
	DELETE FROM season_files;
	-- Inserted here, because the demo's account may not create tokens or passkeys.
	INSERT INTO access_tokens (user_id, name, token_hash, scopes, created_at, expires_at)
		SELECT id, 'Ladder script', sha256('kept by 0.1.0'), '{read:team}', now(), now() + interval '365 days'
		FROM users WHERE email = 'demo@firstbounce.example';
	INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
		SELECT 'bWFkZSBieSAwLjEuMA', id, 'Work laptop', '\\x0102', 7, '{internal}', now()
		FROM users WHERE email = 'demo@firstbounce.example';
`);
const target = openBackupTarget(path.join(FOLDER, "backup.tar.gz"));
const { rows, size } = await createBackup(
	{ pool: database.pool, media: NO_PICTURES, version: "0.1.0", key: null },
	target,
	new Date(),
);
await database.close();
await rm(dataDir, { recursive: true });
process.stdout.write(`${rows} rows, ${Math.ceil(size / 1000)} kB\n`);
