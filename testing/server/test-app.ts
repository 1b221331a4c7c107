import { registerUser } from "@first-bounce/contract/accounts/user";
import { createClient } from "@first-bounce/contract/client";
import type { SeasonTime, UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import type { AppOptions } from "../../apps/server/app-options.ts";
import { buildApp } from "../../apps/server/build-app.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { createSessionStore } from "../../apps/server/features/accounts/sessions/session-store.ts";
import { createCoach } from "../../apps/server/features/coach/coach-thread.ts";
import type { MediaStore } from "../../apps/server/features/media/media-store.ts";
import { createPgListener } from "../../apps/server/features/seasons/current/pg-listener.ts";
import type { SeasonClocks } from "../../apps/server/features/seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../apps/server/features/seasons/current/season-holder.ts";
import { createLiveStandings, type LiveStandings } from "../../apps/server/features/standings/live-standings.ts";
import { createSolver } from "../../apps/server/features/team/autofill/solver.ts";
import { createReplyChecks, type ReplyChecks } from "../openapi/check-reply.ts";
import { DAY, FIRST_BOUNCE, HOUR, type SmallSeason, seedSeason } from "../season/small-season.ts";
import { createTestDatabase } from "./database.ts";
import { rethrow } from "./failure.ts";

/** The contract's client, connected to the app in this process. */
export type Client = ReturnType<typeof createClient>;

/** Clocks for tests; season time starts a day before the first bounce. */
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
	/** Tests refresh the standings after changing scores. */
	readonly standings: LiveStandings;
	/** Pictures, in memory. */
	readonly media: MediaStore;
	/** The client without a session. */
	readonly visitor: Client;
	/** Creates a client with the session or access token, and with an IP address of its own if one is given. */
	readonly as: (token: string, address?: string) => Client;
	/** Starts another server on the same database, with its own season snapshot. `services` replaces parts of the first server. */
	readonly startSecondServer: (services?: Partial<AppOptions>) => Promise<Pick<TestApp, "app" | "as" | "close">>;
	/** Creates a session for a user without the API. */
	readonly getToken: (userId: UserId) => Promise<string>;
	readonly close: () => Promise<void>;
}

export const TEST_URL = "http://localhost:3000";
/** Limits that tests do not reach by signing in or up. The limit of guesses is that of production. */
export const NO_LIMITS = {
	guessesPerMinute: 10,
	signInsPerMinute: 1_000,
	signUpsPerMinute: 1_000,
	signUpsPerHour: 1_000,
	signUpsPerDay: 1_000,
};

function createTestClocks(): TestClocks {
	let seasonTime = FIRST_BOUNCE - DAY;
	let wallTime = FIRST_BOUNCE - DAY;
	const formatInstant = (at: number) => new Date(at).toISOString();
	return {
		seasonNow: () => seasonTime,
		wallNow: () => wallTime,
		show: () => ({
			seasonTime: formatInstant(seasonTime),
			wallTime: formatInstant(wallTime),
			speed: 0,
			isDemo: false,
			playingRoundId: null,
		}),
		refresh: async () => undefined,
		onChange: () => () => false,
		setSeason: (at) => {
			seasonTime = at;
		},
		setWall: (at) => {
			wallTime = at;
		},
	};
}

function createMemoryMedia(): MediaStore {
	const pictures = new Map<string, Buffer>();
	return {
		put: async (key, bytes) => void pictures.set(key, bytes),
		read: async (key) => pictures.get(key) ?? null,
		remove: async (key) => void pictures.delete(key),
	};
}

/** Creates the contract's client over Fastify's `inject`. Calls are limited by address. */
function createInjectClient(
	app: FastifyInstance,
	replies: ReplyChecks,
	token?: string,
	remoteAddress = "127.0.0.1",
): Client {
	const buildHeaders = () => ({ host: new URL(TEST_URL).host, ...(token ? { "x-sid": token } : {}) });
	const send: typeof fetch = async (address, init) => {
		const url = new URL(String(address));
		// Encodes a form as a browser does.
		const sent = new Request(url, init);
		const answer = await app.inject({
			method: init?.method === "POST" ? "POST" : "GET",
			url: url.pathname + url.search,
			remoteAddress,
			headers: { ...Object.fromEntries(sent.headers), ...(init?.headers as Record<string, string>) },
			...(init?.body ? { payload: Buffer.from(await sent.arrayBuffer()) } : {}),
		});
		replies.throwFirst();
		return new Response(answer.body, { status: answer.statusCode });
	};
	return createClient({ origin: TEST_URL, language: "en", fetch: send, headers: buildHeaders });
}

/**
 * Creates the app on a new database with a small season, a day before its first bounce. `withPgListener`
 * makes it cache sessions and names in memory, as in main.ts.
 */
export async function createTestApp(
	options: Partial<AppOptions> = {},
	seasonOptions: Parameters<typeof seedSeason>[1] = {},
	{
		withPgListener = false,
		seed = (db) => seedSeason(db, seasonOptions),
	}: {
		readonly withPgListener?: boolean;
		/** Saves another season than the small one, with the parts of it that a test needs. */
		readonly seed?: (db: Database["db"]) => Promise<SmallSeason>;
	} = {},
): Promise<TestApp> {
	const database = await createTestDatabase();
	const pgListener = withPgListener ? await createPgListener(database) : null;
	const season = await seed(database.db);
	const clocks = createTestClocks();
	const seasons = await createSeasonHolder(database.db, { on: () => () => undefined });
	const solver = createSolver();
	const coach = createCoach();
	const standings = createLiveStandings({
		pool: database.pool,
		currentSeason: seasons.peek,
		seasonNow: clocks.seasonNow,
		wallNow: clocks.wallNow,
		onError: rethrow,
	});
	const media = createMemoryMedia();
	const replies = createReplyChecks();
	const assembleApp = async (appSeasons: SeasonHolder, services: Partial<AppOptions> = {}) => {
		const built = await buildApp({
			media,
			config: { publicUrl: TEST_URL, oidc: null },
			database,
			clocks,
			seasons: appSeasons,
			standings,
			solver,
			coach,
			demo: null,
			limits: NO_LIMITS,
			webFolder: "/nowhere",
			checkReply: replies.check,
			extraRoutes: [],
			...(pgListener ? { pgListener } : {}),
			...options,
			...services,
		});
		await built.ready();
		return built;
	};
	const app = await assembleApp(seasons);
	const sessions = createSessionStore(database.pool, clocks.wallNow);
	return {
		app,
		database,
		season,
		seasons,
		clocks,
		standings,
		media,
		visitor: createInjectClient(app, replies),
		as: (token, address) => createInjectClient(app, replies, token, address),
		startSecondServer: async (services) => {
			const second = await assembleApp(await createSeasonHolder(database.db, { on: () => () => undefined }), services);
			return {
				app: second,
				as: (token, address) => createInjectClient(second, replies, token, address),
				close: () => second.close(),
			};
		},
		getToken: async (userId) => (await sessions.start(userId, { userAgent: "test", address: "" }))?.token ?? "",
		close: async () => {
			await app.close();
			await pgListener?.close();
			await standings.close();
			await solver.close();
			await coach.close();
			await database.close();
		},
	};
}

export const buildRegistrationForm = (fantasyTeamName: string) => ({
	fantasyTeamName,
	gender: "female" as const,
	birthday: "1990-03-07",
	terms: true as const,
	country: "AU",
	state: "VIC" as const,
});

/** Marks a user's sessions as verified by second factor for four hours of wall time. */
export const verifyOperator = ({ database, clocks }: TestApp, userId: UserId) =>
	database.db
		.updateTable("sessions")
		.set({ operator_until: new Date(clocks.wallNow() + 4 * HOUR) })
		.where("user_id", "=", userId)
		.execute();

/** Registers a verified operator and returns her with her client. */
export async function createTestOperator(app: TestApp) {
	const operator = await createManager(app);
	await app.database.db.updateTable("users").set({ is_operator: true }).where("id", "=", operator.user.id).execute();
	await verifyOperator(app, operator.user.id);
	return operator;
}

let nextPerson = 1;

/** Registers a new manager through the API and returns her with her client. */
export async function createManager(app: TestApp, fantasyTeamName = `Managers ${nextPerson}`) {
	const number = nextPerson++;
	const person = { firstName: "Mo", lastName: `Manager ${number}`, email: `mo${number}@example.test` };
	const { user, sessionId } = await app.visitor(registerUser, {
		body: { ...person, password: "a long enough secret", ...buildRegistrationForm(fantasyTeamName) },
	});
	return { user, sessionId, client: app.as(sessionId) };
}
