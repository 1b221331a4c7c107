import Fastify, { type FastifyRequest } from "fastify";
import type pg from "pg";
import { connect } from "../../apps/server/db/connect.ts";
import { hashToken } from "../../apps/server/db/hash-token.ts";

/** The floors have tables of their own, so that they and the server do not lock each other's rows. */
const TABLES = `
	CREATE TABLE floor_teams (LIKE teams INCLUDING ALL);
	ALTER TABLE floor_teams ADD COLUMN slots int[], ADD COLUMN captain_id int, ADD COLUMN vice_captain_id int,
		ADD COLUMN emergency int[], ADD COLUMN bank int;
	INSERT INTO floor_teams OVERRIDING SYSTEM VALUE
		SELECT t.*, l.slots, l.captain_id, l.vice_captain_id, l.emergency, l.bank FROM teams t
		JOIN lineups l ON l.team_id = t.id AND l.round_id = t.start_round_id;
	CREATE TABLE floor_trades (LIKE trades INCLUDING ALL, FOREIGN KEY (team_id) REFERENCES floor_teams);
	CREATE TABLE floor_actions (LIKE team_actions INCLUDING ALL, FOREIGN KEY (team_id) REFERENCES floor_teams);`;

const SESSION_QUERY = {
	name: "floor-session",
	text: `SELECT s.user_id, s.last_seen_at, u.is_active FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = $1 AND s.expires_at > $2`,
};
const TEAM_QUERY = { name: "floor-team", text: "SELECT * FROM floor_teams WHERE season_id = $1 AND user_id = $2" };
const SAVE_QUERY = {
	name: "floor-act",
	text: `WITH team AS (
			UPDATE floor_teams SET version = version + 1, slots = $3, captain_id = $4, vice_captain_id = $5, emergency = $6,
				bank = $7 WHERE id = $1 AND version = $2 RETURNING version)
		INSERT INTO floor_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT $1, $8, 2, $9, version, $10, $11 FROM team RETURNING id, wall_at, version`,
};
const TRADE_QUERIES = [
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

/** Responses of the server and rows that it saved, which the floors send and save too. */
export interface Samples {
	readonly seasonId: number;
	readonly team: unknown;
	readonly saveResult: unknown;
	readonly saved: unknown;
	readonly slots: readonly number[];
	readonly userIds: readonly number[];
}

/** Starts the floor of the server's calls: a bare Fastify server that runs only the queries each call cannot do without. */
export async function createFloors(url: string, samples: Samples) {
	const { pool } = connect({ url });
	await pool.query(TABLES);
	const { rows } = await pool.query<{ id: number; user_id: number }>("SELECT id, user_id FROM floor_teams");
	const teamByUser = new Map(rows.map(({ id, user_id }) => [user_id, { id, version: 0 }]));
	const [captain, viceCaptain] = samples.slots;
	const rolesAndBank = [captain, viceCaptain, samples.slots.slice(16, 20), 5_000_000];
	const at = new Date();

	const getUserId = async (request: FastifyRequest): Promise<number> => {
		const values = [hashToken(String(request.headers["x-sid"])), new Date()];
		const found = await pool.query<{ user_id: number }>({ ...SESSION_QUERY, values });
		return found.rows[0]?.user_id ?? 0;
	};
	let turn = 0;
	const getNextUserId = () => samples.userIds[turn++ % samples.userIds.length] ?? 0;
	const getTeam = (userId: number) => {
		const found = teamByUser.get(userId);
		if (!found) throw new Error(`User ${userId} has no team`);
		return found;
	};
	const saveTeam = async (userId: number) => {
		const team = getTeam(userId);
		const values = [
			team.id,
			team.version,
			samples.slots,
			...rolesAndBank,
			userId,
			"swap",
			JSON.stringify(samples.saved),
			at,
		];
		await pool.query({ ...SAVE_QUERY, values });
		team.version++;
		return { success: samples.saveResult, errors: [] };
	};
	const connectAndTrade = async (userId: number) => {
		const client = await pool.connect();
		try {
			return await makeTrade(client, userId);
		} finally {
			client.release();
		}
	};
	const makeTrade = async (client: pg.PoolClient, userId: number) => {
		const team = getTeam(userId);
		const version = ++team.version;
		const values = [
			[team.id, version - 1],
			[team.id, samples.slots, ...rolesAndBank],
			// Made-up ids of players, different in each trade.
			[team.id, version, -version, at, version],
			[team.id, userId, version, JSON.stringify(samples.saved), at],
		];
		await client.query("BEGIN");
		for (const [index, step] of TRADE_QUERIES.entries()) await client.query({ ...step, values: values[index] ?? [] });
		await client.query("COMMIT");
		return { success: samples.saveResult, errors: [] };
	};

	const app = Fastify();
	app.get("/team", async (request) => {
		await pool.query({ ...TEAM_QUERY, values: [samples.seasonId, await getUserId(request)] });
		return { success: samples.team, errors: [] };
	});
	app.post("/save", () => saveTeam(getNextUserId()));
	app.post("/trade", () => connectAndTrade(getNextUserId()));
	await app.listen({ port: 0, host: "127.0.0.1" });
	return {
		app,
		close: async () => {
			await app.close();
			await pool.end();
		},
	};
}
