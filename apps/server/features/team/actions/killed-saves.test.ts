import { createClient } from "@first-bounce/contract/client";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { addFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { type SavedTeam, showMyTeam, updateTeam } from "@first-bounce/contract/team/team";
import { listActions, readReceipt } from "@first-bounce/contract/team/team-actions";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../db/open.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	type SmallSeason,
	seedSeason,
	seedTeam,
} from "../../../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server-process.ts";
import { createSessionStore } from "../../accounts/sessions/session-store.ts";
import { setClock } from "../../seasons/current/set-clock.ts";

const MANAGERS = 5;
/** The numbers of acknowledged saves after which the server is killed, while other saves run. */
const KILLS = [7, 23];
const SEED = Number(process.env.KILL_SEED ?? 1897);

let database: Database;
let season: SmallSeason;
let server: ServerProcess | undefined;
beforeEach(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
});
afterEach(async () => {
	await server?.kill();
	await database.close();
});

async function startServer(): Promise<string> {
	server = await startServerProcess({ DATABASE_URL: database.url, FEED: "manual" });
	return server.address;
}

/** What the server acknowledged to one manager, and the last save without an answer. */
interface Manager {
	readonly token: string;
	readonly acknowledged: { readonly receiptId: string; readonly captainId: number; readonly version: number }[];
	readonly favourites: Set<number>;
	readonly leagues: string[];
	/** The captain of the save without an answer; null if every save was answered. */
	pendingCaptainId: number | null;
}

async function seedManager(random: () => number): Promise<Manager> {
	const { userId } = await seedTeam(database.db, season, { slots: drawSlots(season, random) });
	const session = await createSessionStore(database.pool, Date.now).start(userId, { userAgent: "test", address: "" });
	return { token: session?.token ?? "", acknowledged: [], favourites: new Set(), leagues: [], pendingCaptainId: null };
}

const createManagerClient = (origin: string, { token }: Manager) =>
	createClient({ origin, language: "en", fetch, headers: () => ({ "x-sid": token }) });
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

async function saveFavourite(client: Client, manager: Manager, random: () => number): Promise<void> {
	const playerId = season.players[Math.floor(random() * season.players.length)]?.id ?? 0;
	await client(addFavourite, { body: { playerId } });
	manager.favourites.add(playerId);
}

async function saveLeague(client: Client, manager: Manager): Promise<void> {
	const { code } = (await client(createLeague, { body: { name: "The Wednesday Club", startId: 1 } })).league;
	manager.leagues.push(code);
}

/** Saves one thing after another until the server is killed. */
async function saveUntilKilled(origin: string, manager: Manager, random: () => number, onSaved: () => void) {
	const client = createManagerClient(origin, manager);
	for (;;) {
		const kind = random();
		try {
			if (kind < 0.7) await saveTeam(client, manager, random);
			else if (kind < 0.95) await saveFavourite(client, manager, random);
			else await saveLeague(client, manager);
		} catch (error) {
			// An error that the server itself returns fails the test.
			if (!server?.isOver()) throw error;
			return;
		}
		onSaved();
	}
}

/** Compares what was acknowledged to a manager with what the server returns now. */
async function checkManager(origin: string, manager: Manager): Promise<void> {
	const client = createManagerClient(origin, manager);
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
	// Nothing is saved twice.
	expect(new Set(versions).size).toBe(versions.length);
	const { favouritePlayers } = await client(showFavourites, {});
	expect(favouritePlayers).toEqual(expect.arrayContaining([...manager.favourites]));
	const { rows } = await database.pool.query<{ code: string }>("SELECT code FROM leagues");
	expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(manager.leagues));
}

test("killing the server during saves loses no acknowledged save", {
	timeout: 240_000,
}, async () => {
	const random = createSeededRandom(SEED);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(random));
	let origin = await startServer();
	for (const savesBeforeKill of KILLS) {
		const enough = Promise.withResolvers<void>();
		let saves = 0;
		const onSaved = () => {
			if (++saves === savesBeforeKill) enough.resolve();
		};
		const saving = managers.map((manager) => saveUntilKilled(origin, manager, random, onSaved));
		await Promise.race([enough.promise, Promise.all(saving)]);
		await server?.kill();
		await Promise.all(saving);
		expect(saves).toBeGreaterThanOrEqual(savesBeforeKill);
		origin = await startServer();
		for (const manager of managers) await checkManager(origin, manager);
		for (const manager of managers) manager.pendingCaptainId = null;
	}
	const acknowledged = managers.reduce((sum, manager) => sum + manager.acknowledged.length, 0);
	expect(acknowledged, `Repeat with KILL_SEED=${SEED}`).toBeGreaterThan(10);
});
