import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type pg from "pg";
import { connect } from "../../apps/server/db/connect.ts";
import { hashToken } from "../../apps/server/features/accounts/sessions/session-store.ts";

/** Rows of their own, so that floors and product do not wait for each other's. */
const TABLES = `
	CREATE TABLE floor_teams (LIKE teams INCLUDING ALL);
	ALTER TABLE floor_teams ADD COLUMN slots int[], ADD COLUMN captain_id int, ADD COLUMN vice_captain_id int,
		ADD COLUMN emergency int[], ADD COLUMN bank int;
	INSERT INTO floor_teams OVERRIDING SYSTEM VALUE
		SELECT t.*, l.slots, l.captain_id, l.vice_captain_id, l.emergency, l.bank FROM teams t
		JOIN lineups l ON l.team_id = t.id AND l.round_id = t.start_round_id;
	CREATE TABLE floor_trades (LIKE trades INCLUDING ALL, FOREIGN KEY (team_id) REFERENCES floor_teams);
	CREATE TABLE floor_actions (LIKE team_actions INCLUDING ALL, FOREIGN KEY (team_id) REFERENCES floor_teams);`;

const SESSION = {
	name: "floor-session",
	text: `SELECT s.user_id, s.last_seen_at, u.is_active FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = $1 AND s.expires_at > $2`,
};
const TEAM = { name: "floor-team", text: "SELECT * FROM floor_teams WHERE season_id = $1 AND user_id = $2" };
const ACT = {
	name: "floor-act",
	text: `WITH team AS (
			UPDATE floor_teams SET version = version + 1, slots = $3, captain_id = $4, vice_captain_id = $5, emergency = $6,
				bank = $7 WHERE id = $1 AND version = $2 RETURNING version)
		INSERT INTO floor_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT $1, $8, 2, $9, version, $10, $11 FROM team RETURNING id, wall_at, version`,
};
const TRADE_STEPS = [
	{ name: "floor-version", text: "UPDATE floor_teams SET version = version + 1 WHERE id = $1 AND version = $2" },
	{
		name: "floor-lineup",
		text: `UPDATE floor_teams SET slots = $2, captain_id = $3, vice_captain_id = $4, emergency = $5, bank = $6 WHERE id = $1`,
	},
	{
		name: "floor-trade",
		text: `INSERT INTO floor_trades (team_id, round_id, player_in_id, player_out_id, price_in, price_out, made_at, slot)
			VALUES ($1, 2, $2, $3, 500000, 500000, $4, $5)`,
	},
	{
		name: "floor-action",
		text: `INSERT INTO floor_actions (team_id, user_id, round_id, action, version, saved, season_at)
			VALUES ($1, $2, 2, 'trade-make', $3, $4, $5) RETURNING id, wall_at`,
	},
] as const;

/** What the product answers and keeps: floors answer and keep as much. */
export interface Samples {
	readonly seasonId: number;
	readonly shown: unknown;
	readonly done: unknown;
	readonly saved: unknown;
	readonly slots: readonly number[];
	readonly userIds: readonly number[];
}

export interface Floors {
	readonly app: FastifyInstance;
	readonly close: () => Promise<void>;
}

/** Fastify and pg with nothing but the rows: what the product's calls are measured beside. */
export async function createFloors(url: string, samples: Samples): Promise<Floors> {
	const { pool } = connect(url);
	await pool.query(TABLES);
	const { rows } = await pool.query<{ id: number; user_id: number }>("SELECT id, user_id FROM floor_teams");
	const teamOf = new Map(rows.map(({ id, user_id }) => [user_id, { id, version: 0 }]));
	const [captain, viceCaptain] = samples.slots;
	const rolesAndBank = [captain, viceCaptain, samples.slots.slice(16, 20), 5_000_000];
	const at = new Date();

	const signedIn = async (request: FastifyRequest): Promise<number> => {
		const values = [hashToken(String(request.headers["x-sid"])), new Date()];
		const found = await pool.query<{ user_id: number }>({ ...SESSION, values });
		return found.rows[0]?.user_id ?? 0;
	};
	let turn = 0;
	const anyone = () => samples.userIds[turn++ % samples.userIds.length] ?? 0;
	const team = (userId: number) => {
		const found = teamOf.get(userId);
		if (!found) throw new Error(`User ${userId} has no team`);
		return found;
	};
	const act = async (userId: number) => {
		const known = team(userId);
		const values = [
			known.id,
			known.version,
			samples.slots,
			...rolesAndBank,
			userId,
			"swap",
			JSON.stringify(samples.saved),
			at,
		];
		await pool.query({ ...ACT, values });
		known.version++;
		return { success: samples.done, errors: [] };
	};
	const inTransaction = async (userId: number) => {
		const client = await pool.connect();
		try {
			return await trade(client, userId);
		} finally {
			client.release();
		}
	};
	const trade = async (client: pg.PoolClient, userId: number) => {
		const known = team(userId);
		const version = ++known.version;
		const values = [
			[known.id, version - 1],
			[known.id, samples.slots, ...rolesAndBank],
			[known.id, version, -version, at, version],
			[known.id, userId, version, JSON.stringify(samples.saved), at],
		];
		await client.query("BEGIN");
		for (const [index, step] of TRADE_STEPS.entries()) await client.query({ ...step, values: values[index] ?? [] });
		await client.query("COMMIT");
		return { success: samples.done, errors: [] };
	};

	const app = Fastify();
	app.get("/team", async (request) => {
		await pool.query({ ...TEAM, values: [samples.seasonId, await signedIn(request)] });
		return { success: samples.shown, errors: [] };
	});
	app.post("/act", () => act(anyone()));
	app.post("/trade", () => inTransaction(anyone()));
	await app.listen({ port: 0, host: "127.0.0.1" });
	return {
		app,
		close: async () => {
			await app.close();
			await pool.end();
		},
	};
}
