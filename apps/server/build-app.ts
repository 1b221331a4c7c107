import cookie from "@fastify/cookie";
import type { Call } from "@first-bounce/contract/call";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/open.ts";
import { createExternalExchange } from "./features/auth/external-provider.ts";
import { registerAuth } from "./features/auth/routes.ts";
import { createSessionStore } from "./features/auth/session-store.ts";
import { createThrottle } from "./features/auth/throttle.ts";
import { checkCredentials } from "./features/auth/use-cases.ts";
import { type DemoServices, registerDemo } from "./features/demo/routes.ts";
import { mountIdentityProvider } from "./features/identity-provider/mount.ts";
import type { GameHolder } from "./features/season/game-holder.ts";
import { registerSeasonClock } from "./features/season/routes.ts";
import type { SeasonClocks } from "./features/season/season-clock.ts";
import { registerTeam } from "./features/team/routes.ts";
import type { TeamServices } from "./features/team/use-cases.ts";
import { registerUsers } from "./features/users/routes.ts";
import { registerWeb } from "./features/web/web-files.ts";
import { registerCompression } from "./plugins/compression.ts";
import { registerErrors } from "./plugins/errors.ts";
import { registerHealth } from "./plugins/health.ts";
import { registerOpenApi } from "./plugins/openapi.ts";
import { createOriginGuard, originsOf } from "./plugins/origin-guard.ts";
import { registerSecurity } from "./plugins/security.ts";
import { createSessions } from "./plugins/session.ts";

/** How often one address or account may try, a minute. */
export interface Limits {
	readonly guessesAMinute: number;
	readonly signInsAMinute: number;
	readonly signUpsAMinute: number;
}

export const LIMITS: Limits = { guessesAMinute: 10, signInsAMinute: 60, signUpsAMinute: 20 };

/** Everything the app stands on, started and stopped by whoever assembles it. */
export interface AppParts {
	readonly config: Pick<Config, "publicUrl" | "oidc">;
	readonly database: Pick<Database, "db" | "pool">;
	readonly clocks: SeasonClocks;
	readonly games: Pick<GameHolder, "current" | "peek" | "refresh">;
	readonly team: Pick<TeamServices, "solver" | "livePoints" | "onSaved">;
	/** Null where the demo may not run. */
	readonly demo: DemoServices | null;
	/** Where the built web lies. */
	readonly webFolder: string;
	readonly limits?: Limits;
	readonly logger?: FastifyBaseLogger;
	/** Further routes, in the rooms' own hands: static files, the live stream, rankings. */
	readonly rooms: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

const BODY_LIMIT = 64 * 1024;

function createServer({ config, logger }: AppParts): FastifyInstance {
	const app = Fastify({
		...(logger ? { loggerInstance: logger } : {}),
		// A line a request costs a fifth of a small answer; failures are logged by the error handler.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_LIMIT,
		// TLS ends at a proxy: then, and only then, are its headers believed.
		trustProxy: config.publicUrl.startsWith("https:") ? ["loopback", "linklocal", "uniquelocal"] : false,
		requestIdHeader: false,
		routerOptions: { maxParamLength: 300 },
		forceCloseConnections: "idle",
	});
	const parse = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
		if (body === "") done(null, undefined);
		else parse(request, String(body), done);
	});
	return app;
}

/** Assembles the whole HTTP side. Listens to nothing and starts nothing: inject, or call `listen`. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
	const { config, database, clocks, games, demo, limits = LIMITS } = parts;
	const { db, pool } = database;
	const origins = originsOf(config.publicUrl);
	const isSecure = config.publicUrl.startsWith("https:");
	const app = createServer(parts);
	const calls: Call[] = [];
	const sessions = createSessions(createSessionStore(pool, clocks.wallNow), isSecure);
	app.decorate("routeServices", { sessions, peekGame: games.peek, calls });
	app.decorateRequest("caller", null);

	registerErrors(app);
	await app.register(cookie);
	await registerSecurity(app, isSecure);
	await registerCompression(app);
	app.addHook("onRequest", createOriginGuard(origins));

	const users = { db, peekGame: games.peek, clocks };
	const guesses = createThrottle(limits.guessesAMinute, clocks.wallNow);
	const signIn = async (email: string, password: string) => {
		const account = email.toLowerCase();
		guesses.attempt(account);
		const userId = await checkCredentials(db, email, password);
		guesses.forgive(account);
		return userId;
	};
	const exchange = config.oidc
		? createExternalExchange(config.oidc)
		: await mountIdentityProvider(app, { pool, users, origins, signIn });

	registerAuth(app, { ...users, exchange }, { origins, offersDemo: () => demo?.isOffered() ?? false, signIn, limits });
	registerUsers(app, users, limits);
	registerSeasonClock(app, clocks);
	registerTeam(app, { ...parts.team, pool, games, clocks });
	registerDemo(app, demo, clocks);
	for (const register of parts.rooms) await register(app);
	registerHealth(app, pool);
	registerOpenApi(app, config.publicUrl);
	await registerWeb(app, parts.webFolder);
	return app;
}
