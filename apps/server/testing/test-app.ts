import { registerUser } from "@first-bounce/contract/accounts/user";
import { createClient } from "@first-bounce/contract/client";
import type { SeasonTime, UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { type AppOptions, buildApp } from "../build-app.ts";
import type { Database } from "../db/open.ts";
import { createSessionStore } from "../features/accounts/sessions/session-store.ts";
import { createLiveStandings, type LiveStandings } from "../features/match-day/standings/live-standings.ts";
import { createPgListener } from "../features/seasons/current/pg-listener.ts";
import type { SeasonClocks } from "../features/seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../features/seasons/current/season-holder.ts";
import type { MediaStore } from "../features/site/media/media-store.ts";
import { createSolver } from "../features/team/autofill/solver.ts";
import { testDatabase } from "./database.ts";
import { DAY, FIRST_BOUNCE, type SmallSeason, seedSeason } from "./season/small-season.ts";

/** The contract's own client, speaking to the app in the process. */
export type Client = ReturnType<typeof createClient>;

/** Clocks that a test sets; season time starts a day before the first bounce. */
interface TestClocks extends SeasonClocks {
	readonly setSeason: (at: SeasonTime) => void;
	readonly setWall: (at: number) => void;
}

export interface TestApp {
	readonly app: FastifyInstance;
	readonly database: Database;
	readonly season: SmallSeason;
	readonly seasons: SeasonHolder;
	readonly clocks: TestClocks;
	/** Refreshed by the test, when it has changed what counts. */
	readonly standings: LiveStandings;
	/** Pictures, in the process. */
	readonly media: MediaStore;
	readonly visitor: Client;
	readonly as: (token: string) => Client;
	/** Another server on the same database, which knows the season by its own reading. */
	readonly secondServer: () => Promise<Pick<TestApp, "as" | "close">>;
	/** Signs a user in behind the API's back. */
	readonly tokenOf: (userId: UserId) => Promise<string>;
	readonly close: () => Promise<void>;
}

export const TEST_URL = "http://localhost:3000";
export const NO_LIMITS = {
	guessesPerMinute: 10,
	signInsPerMinute: 1_000,
	signUpsPerMinute: 1_000,
	signUpsPerHour: 1_000,
	signUpsPerDay: 1_000,
};

function testClocks(): TestClocks {
	let season = FIRST_BOUNCE - DAY;
	let wall = FIRST_BOUNCE - DAY;
	const instant = (at: number) => new Date(at).toISOString();
	return {
		seasonNow: () => season,
		wallNow: () => wall,
		show: () => ({
			seasonTime: instant(season),
			wallTime: instant(wall),
			speed: 0,
			isDemo: false,
			playingRoundId: null,
		}),
		refresh: async () => undefined,
		onChange: () => () => false,
		setSeason: (at) => {
			season = at;
		},
		setWall: (at) => {
			wall = at;
		},
	};
}

function mediaInMemory(): MediaStore {
	const pictures = new Map<string, Buffer>();
	return {
		put: async (key, bytes) => void pictures.set(key, bytes),
		read: async (key) => pictures.get(key) ?? null,
		remove: async (key) => void pictures.delete(key),
	};
}

/** The contract's client over `inject`: everything but a socket is the real thing. */
function clientOf(app: FastifyInstance, token?: string): Client {
	const headers = () => ({ host: new URL(TEST_URL).host, ...(token ? { "x-sid": token } : {}) });
	const send: typeof fetch = async (address, init) => {
		const url = new URL(String(address));
		// What a browser makes of a form: its boundary, and its bytes.
		const sent = new Request(url, init);
		const answer = await app.inject({
			method: init?.method === "POST" ? "POST" : "GET",
			url: url.pathname + url.search,
			headers: { ...Object.fromEntries(sent.headers), ...(init?.headers as Record<string, string>) },
			...(init?.body ? { payload: Buffer.from(await sent.arrayBuffer()) } : {}),
		});
		return new Response(answer.body, { status: answer.statusCode });
	};
	return createClient({ origin: TEST_URL, language: "en", fetch: send, headers });
}

/**
 * The app on a fresh database with a small season, a day before its first bounce. One that hears news keeps sessions
 * and names in memory, as main.ts builds it.
 */
export async function testApp(
	parts: Partial<AppOptions> = {},
	planted: Parameters<typeof seedSeason>[1] = {},
	{ hearsNews = false }: { readonly hearsNews?: boolean } = {},
): Promise<TestApp> {
	const database = await testDatabase();
	const news = hearsNews ? await createPgListener(database.url) : null;
	const season = await seedSeason(database.db, planted);
	const clocks = testClocks();
	const seasons = await createSeasonHolder(database.db, { on: () => () => undefined });
	const solver = createSolver(20_000);
	const standings = createLiveStandings({
		pool: database.pool,
		currentSeason: seasons.peek,
		onError: (error) => {
			throw error;
		},
	});
	const media = mediaInMemory();
	const assemble = async (known: SeasonHolder) => {
		const built = await buildApp({
			media,
			config: { publicUrl: TEST_URL, oidc: null },
			database,
			clocks,
			seasons: known,
			standings,
			solver,
			demo: null,
			limits: NO_LIMITS,
			webFolder: "/nowhere",
			extraRoutes: [],
			...(news ? { news } : {}),
			...parts,
		});
		await built.ready();
		return built;
	};
	const app = await assemble(seasons);
	const sessions = createSessionStore(database.pool, clocks.wallNow);
	return {
		app,
		database,
		season,
		seasons,
		clocks,
		standings,
		media,
		visitor: clientOf(app),
		as: (token) => clientOf(app, token),
		secondServer: async () => {
			const second = await assemble(await createSeasonHolder(database.db, { on: () => () => undefined }));
			return { as: (token) => clientOf(second, token), close: () => second.close() };
		},
		tokenOf: async (userId) => (await sessions.start(userId, { userAgent: "test", address: "" }))?.token ?? "",
		close: async () => {
			await app.close();
			await news?.close();
			await standings.close();
			await solver.close();
			await database.close();
		},
	};
}

/** A registration form that nothing speaks against. */
export const registrationForm = (fantasyTeamName: string) => ({
	fantasyTeamName,
	gender: "female" as const,
	birthday: "1990-03-07",
	terms: true as const,
	country: "AU",
	state: "VIC" as const,
});

/** Lets a user's sessions do an operator's work, as if its code had been given; for four hours of wall time. */
export const verifyOperator = ({ database, clocks }: TestApp, userId: UserId) =>
	database.db
		.updateTable("sessions")
		.set({ operator_until: new Date(clocks.wallNow() + 4 * 3_600_000) })
		.where("user_id", "=", userId)
		.execute();

/** A verified operator; answers with her client. */
export async function newOperator(app: TestApp) {
	const operator = await newManager(app);
	await app.database.db.updateTable("users").set({ is_operator: true }).where("id", "=", operator.user.id).execute();
	await verifyOperator(app, operator.user.id);
	return operator;
}

let nextPerson = 1;

/** Registers a new manager through the API; answers with her client. */
export async function newManager(app: TestApp, fantasyTeamName = `Managers ${nextPerson}`) {
	const number = nextPerson++;
	const person = { firstName: "Mo", lastName: `Manager ${number}`, email: `mo${number}@example.test` };
	const { user, sessionId } = await app.visitor(registerUser, {
		body: { ...person, password: "a long enough secret", ...registrationForm(fantasyTeamName) },
	});
	return { user, sessionId, client: app.as(sessionId) };
}
