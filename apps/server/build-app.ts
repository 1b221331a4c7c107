import type { FastifyInstance } from "fastify";
import { registerCalls } from "./api-routes.ts";
import type { AppOptions } from "./app-options.ts";
import { type AppServices, createAppServices, isSecureSite } from "./app-services.ts";
import { hasSeasonLeader } from "./db/leader-election.ts";
import { registerSetupGate } from "./features/accounts/first-owner/setup-gate.ts";
import { createSessionCache } from "./features/accounts/sessions/session-cache.ts";
import { createSessionStore } from "./features/accounts/sessions/session-store.ts";
import { registerMedia } from "./features/media/routes.ts";
import { redactReply } from "./features/operator/redact-reply.ts";
import { registerPreviewGate } from "./features/site/preview/preview-gate.ts";
import { describeStaticFiles } from "./features/static-files/openapi.ts";
import { registerPlainPages, registerWebPages } from "./page-routes.ts";
import { registerErrors } from "./plugins/errors.ts";
import { registerHealth } from "./plugins/health.ts";
import { createHostCheck } from "./plugins/http/allowed-hosts.ts";
import { createFastify, registerCompression } from "./plugins/http/fastify-server.ts";
import { registerShutdown } from "./plugins/http/shutdown/shutdown.ts";
import { registerRateLimit, TOKEN_REQUESTS_PER_MINUTE } from "./plugins/limits/rate-limits.ts";
import { registerRequestLimit } from "./plugins/limits/request-limit.ts";
import { registerMaintenance } from "./plugins/maintenance.ts";
import { createOpenApiDocument, registerOpenApi } from "./plugins/openapi/openapi.ts";
import { registerRequestGuards } from "./plugins/request-guards.ts";
import { registerRequestLog } from "./plugins/request-log.ts";
import { type CountAcrossProcesses, createAccountLimiter } from "./plugins/route.ts";
import { createSessions, type Sessions } from "./plugins/session.ts";

function createAppSessions(options: AppOptions): Sessions {
	const { database, clocks, pgListener } = options;
	const store = createSessionStore(database.pool, clocks.wallNow);
	const cache = pgListener ? createSessionCache(store, pgListener, clocks.wallNow) : null;
	return createSessions(store, isSecureSite(options), cache);
}

/** Registers what happens to every request before its route. */
async function registerPlugins(app: FastifyInstance, options: AppOptions, services: AppServices): Promise<void> {
	const { config } = options;
	registerRequestLog(app);
	options.metrics?.measureRequests(app);
	options.tracing?.traceRequests(app);
	app.decorateRequest("caller", null);
	registerErrors(app, {
		onStorageFull: services.storage.recordWriteFailure,
		onUnexpected: (error, name) => options.errorReporter?.report(error, { kind: "request", name }),
	});
	registerShutdown(app);
	const isAllowedHost = createHostCheck(config.publicUrl, config.allowedHosts ?? []);
	await registerRequestGuards(app, services.origins, isAllowedHost, services.proxyCheck);
	await registerRateLimit(app);
	if (services.previewGate) registerPreviewGate(app, services.previewGate);
	if (services.setup) registerSetupGate(app, { ...services.setup, previewGate: services.previewGate });
	registerMaintenance(app, services.maintenance, services.clocks.wallNow);
}

/** Decorates the app with the services of `route`. */
function decorateRouteServices(app: FastifyInstance, options: AppOptions, services: AppServices): void {
	const { throttle, seasons, isPublicRead } = services;
	const routes: string[] = [];
	app.addHook("onRoute", ({ method, url }) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => `${name} ${url}`));
	});
	const countAcrossProcesses: CountAcrossProcesses = (subject, max) => throttle.attempt(subject, { max });
	app.decorate("routeServices", {
		sessions: createAppSessions(options),
		peekSeason: seasons.peek,
		isPublicRead,
		countTokenUse: createAccountLimiter(app, TOKEN_REQUESTS_PER_MINUTE, {
			subject: "access tokens",
			count: countAcrossProcesses,
		}),
		countAcrossProcesses,
		redactReply,
		checkReply: options.checkReply ?? null,
		calls: [],
		routes,
	});
}

/** Builds the app with all routes. It does not listen: use `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
	const { config, database } = options;
	const app = createFastify(isSecureSite(options), options.logger, options.timeouts);
	const services = createAppServices(options, app);
	for (const problem of services.help.problems) app.log.warn(problem);
	await registerPlugins(app, options, services);
	decorateRouteServices(app, options, services);

	const document = createOpenApiDocument(app, config.publicUrl, describeStaticFiles());
	await app.register(async (api) => {
		registerRequestLimit(api, config.maxRequests);
		await registerCompression(api);
		registerCalls(api, options, services);
		registerOpenApi(api, document);
	});
	registerMedia(app, options.media);
	for (const register of options.extraRoutes) await register(app);
	registerHealth(app, {
		getReadiness: options.getReadiness ?? (() => ({ standings: true, staticFiles: true })),
		hasLeader: options.hasLeader ?? (() => hasSeasonLeader(database.pool)),
		storage: services.storage,
		getProxyProblem: services.proxyCheck.getProblem,
	});
	await app.register((pages) => registerPlainPages(pages, options, services));
	await app.register((pages) => registerWebPages(pages, options, services, document));
	return app;
}
