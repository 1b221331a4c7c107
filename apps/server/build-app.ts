import cookie from "@fastify/cookie";
import type { Call } from "@first-bounce/contract/call";
import type { TeamId } from "@first-bounce/rules/ids";
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
import { createCurrentRankings } from "./features/rankings/current-rankings.ts";
import { registerRankings } from "./features/rankings/routes.ts";
import type { RankingServices } from "./features/rankings/use-cases.ts";
import type { GameHolder } from "./features/season/game-holder.ts";
import { registerSeasonClock } from "./features/season/routes.ts";
import type { SeasonClocks } from "./features/season/season-clock.ts";
import type { LiveStandings } from "./features/standings/live-standings.ts";
import type { StandingsView } from "./features/standings/standings-view.ts";
import { registerTeam } from "./features/team/routes.ts";
import type { Solver } from "./features/team/solver.ts";
import type { LivePoints } from "./features/team/team-view.ts";
import { registerUsers } from "./features/users/routes.ts";
import { registerWeb } from "./features/web/web-files.ts";
import { registerClosing } from "./plugins/closing.ts";
import { registerCompression } from "./plugins/compression.ts";
import { refusalFor, registerErrors, sendRefusal } from "./plugins/errors.ts";
import { registerHealth } from "./plugins/health.ts";
import { registerOpenApi } from "./plugins/openapi.ts";
import { createOriginGuard, originsOf } from "./plugins/origin-guard.ts";
import { refuse } from "./plugins/refusal.ts";
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
	readonly standings: Pick<LiveStandings, "current" | "lineupSaved">;
	/** What autopick is solved by. */
	readonly solver: Solver;
	/** Null where the demo may not run. */
	readonly demo: DemoServices | null;
	/** Where the built web lies. */
	readonly webFolder: string;
	readonly limits?: Limits;
	readonly logger?: FastifyBaseLogger;
	/** Further routes, in the rooms' own hands: static files, the live stream. */
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
		frameworkErrors: (error, request, reply) => {
			sendRefusal(request, reply, refusalFor(error) ?? refuse(500, "server-error"));
		},
	});
	const parse = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
		if (body === "") done(null, undefined);
		else parse(request, String(body), done);
	});
	return app;
}

/** A team's points of the round that plays now; null while none does or for a team that is not in it. */
function livePoints({ isLive, roundId, pointsOf }: StandingsView, teamId: TeamId): LivePoints | null {
	const points = isLive ? pointsOf(teamId) : null;
	return roundId === null || points === null ? null : { roundId, points };
}

function rankingsOf({ database: { pool }, games, standings, clocks }: AppParts): RankingServices {
	const view = standings.current;
	const seasonId = () => games.current().seasonId;
	const current = createCurrentRankings({ pool, view, seasonId, wallNow: clocks.wallNow });
	return { pool, game: games.current, view, current };
}

/** Assembles the whole HTTP side. Listens to nothing and starts nothing: inject, or call `listen`. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
	const { config, database, clocks, games, standings, demo, limits = LIMITS } = parts;
	const { db, pool } = database;
	const origins = originsOf(config.publicUrl);
	const isSecure = config.publicUrl.startsWith("https:");
	const app = createServer(parts);
	const calls: Call[] = [];
	const sessions = createSessions(createSessionStore(pool, clocks.wallNow), isSecure);
	app.decorate("routeServices", { sessions, peekGame: games.peek, calls });
	app.decorateRequest("caller", null);

	registerErrors(app);
	registerClosing(app);
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
		: await mountIdentityProvider(app, { pool, users, origins, webFolder: parts.webFolder, signIn });

	registerAuth(app, { ...users, exchange }, { origins, offersDemo: () => demo?.isOffered() ?? false, signIn, limits });
	registerUsers(app, users, limits);
	registerSeasonClock(app, clocks);
	registerTeam(app, {
		...{ pool, games, clocks, solver: parts.solver },
		livePoints: (teamId) => livePoints(standings.current(), teamId),
		onSaved: standings.lineupSaved,
	});
	registerRankings(app, rankingsOf(parts));
	registerDemo(app, demo, clocks);
	for (const register of parts.rooms) await register(app);
	registerHealth(app, pool);
	registerOpenApi(app, config.publicUrl);
	await registerWeb(app, parts.webFolder);
	return app;
}
