import { randomBytes } from "node:crypto";
import { createClient } from "@first-bounce/contract/client";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { addFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { type SavedTeam, showMyTeam, updateTeam } from "@first-bounce/contract/team/team";
import { listActions, readReceipt } from "@first-bounce/contract/team/team-actions";
import { expect } from "vitest";
import type { Connection } from "../../apps/server/db/connect.ts";
import { hashToken } from "../../apps/server/db/hash-token.ts";
import { drawSlots, type SmallSeason, seedTeam } from "./small-season.ts";

/** The saves that the server acknowledged to one manager, and the last save without a response. */
export interface Manager {
	readonly token: string;
	readonly acknowledged: { readonly receiptId: string; readonly captainId: number; readonly version: number }[];
	readonly favourites: Set<number>;
	readonly leagues: string[];
	/** The captain of the save without a response; null if every save got one. */
	pendingCaptainId: number | null;
}

/** Below the 50 leagues that a manager may run, because a league whose response was lost counts too. */
const MAX_LEAGUES = 40;

type Connections = Pick<Connection, "db" | "pool">;

/** Creates a manager, who can save any line-up until the start round of her team is complete. */
export async function seedManager(
	{ db, pool }: Connections,
	season: SmallSeason,
	random: () => number,
	startRound = 1,
): Promise<Manager> {
	const { userId } = await seedTeam(db, season, { slots: drawSlots(season, random), startRound });
	const token = randomBytes(32).toString("base64url");
	// Written directly, because a rolling upgrade begins with the tables of an earlier release.
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address)
		VALUES ($1, $2, now(), now() + interval '1 day', now(), 'test', '')`,
		[hashToken(token), userId],
	);
	return { token, acknowledged: [], favourites: new Set(), leagues: [], pendingCaptainId: null };
}

const createManagerClient = (origin: string, { token }: Manager, request: typeof fetch) =>
	createClient({ origin, language: "en", fetch: request, headers: () => ({ "x-sid": token }) });
type Client = ReturnType<typeof createManagerClient>;

async function saveTeam(client: Client, manager: Manager, random: () => number): Promise<void> {
	const { team } = await client(showMyTeam, {});
	const onField = [...team.lineup.DEF, ...team.lineup.MID, ...team.lineup.FWD].filter(
		(id) => id !== team.viceCaptainId,
	);
	const captainId = onField[Math.floor(random() * onField.length)] ?? 0;
	const { lineup, bench, utilityId, viceCaptainId, emergency } = team;
	manager.pendingCaptainId = captainId;
	const body = { lineup, bench, utilityId, viceCaptainId, emergency, captainId };
	const saved: SavedTeam = await client(updateTeam, { body });
	manager.pendingCaptainId = null;
	manager.acknowledged.push({ receiptId: saved.receipt.id, captainId, version: saved.team.version });
}

async function saveFavourite(client: Client, manager: Manager, season: SmallSeason, random: () => number) {
	const playerId = season.players[Math.floor(random() * season.players.length)]?.id ?? 0;
	await client(addFavourite, { body: { playerId } });
	manager.favourites.add(playerId);
}

async function saveLeague(client: Client, manager: Manager): Promise<void> {
	const { code } = (await client(createLeague, { body: { name: "The Wednesday Club", startId: 2 } })).league;
	manager.leagues.push(code);
}

/** Saves a line-up, a favourite or a league at random, and records what was acknowledged. */
export async function saveSomething(
	origin: string,
	manager: Manager,
	{ season, random, request = fetch }: { season: SmallSeason; random: () => number; request?: typeof fetch },
): Promise<void> {
	const client = createManagerClient(origin, manager, request);
	const kind = random();
	if (kind < 0.7) await saveTeam(client, manager, random);
	else if (kind < 0.95 || manager.leagues.length >= MAX_LEAGUES) await saveFavourite(client, manager, season, random);
	else await saveLeague(client, manager);
}

/** Compares what was acknowledged to a manager with what the server returns now. */
export async function checkManager(origin: string, manager: Manager, { pool }: Pick<Connection, "pool">) {
	const client = createManagerClient(origin, manager, fetch);
	const { team } = await client(showMyTeam, {});
	const last = manager.acknowledged.at(-1);
	if (last) {
		expect([last.captainId, manager.pendingCaptainId]).toContain(team.captainId);
		expect(team.version).toBeGreaterThanOrEqual(last.version);
	}
	for (const { receiptId, captainId, version } of manager.acknowledged) {
		const { action, saved } = await client(readReceipt, { params: { id: receiptId } });
		expect([action.version, saved.captainId]).toEqual([version, captainId]);
	}
	const versions: number[] = [];
	for (let page: number | null = 1; page !== null; ) {
		const listed: { actions: { version: number }[]; nextPage: number | null } = await client(listActions, {
			query: { page },
		});
		versions.push(...listed.actions.map(({ version }) => version));
		page = listed.nextPage;
	}
	// No save is stored twice.
	expect(new Set(versions).size).toBe(versions.length);
	const { favouritePlayers } = await client(showFavourites, {});
	expect(favouritePlayers).toEqual(expect.arrayContaining([...manager.favourites]));
	const { rows } = await pool.query<{ code: string }>("SELECT code FROM leagues");
	expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(manager.leagues));
}
