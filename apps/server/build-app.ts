import type { FastifyInstance } from "fastify";
import type { AppOptions } from "./app-options.ts";
import { readFrom } from "./db/servers/read-standby.ts";
import { registerAccessTokens } from "./features/accounts/access-tokens/routes.ts";
import { createProvidersExchange } from "./features/accounts/external-provider/external-provider.ts";
import { createBuiltInExchange } from "./features/accounts/identity-provider/built-in-exchange.ts";
import { mountIdentityProvider } from "./features/accounts/identity-provider/mount.ts";
import { registerAccount, registerCredentials, registerDevices } from "./features/accounts/my-account/routes.ts";
import { registerPasskeys } from "./features/accounts/passkeys/routes.ts";
import { registerSecondFactor } from "./features/accounts/second-factor/routes.ts";
import { createKnownDevices } from "./features/accounts/sessions/known-devices.ts";
import { createSessionCache } from "./features/accounts/sessions/session-cache.ts";
import { createSessionStore } from "./features/accounts/sessions/session-store.ts";
import { createSignIn } from "./features/accounts/sign-in/password-sign-in.ts";
import { registerAuth } from "./features/accounts/sign-in/routes.ts";
import { createServerKey } from "./features/accounts/sign-in/server-key.ts";
import { createSignUpLimit } from "./features/accounts/sign-in/sign-up-limit.ts";
import { createThrottle } from "./features/accounts/sign-in/throttle.ts";
import { registerUsers } from "./features/accounts/users/routes.ts";
import { registerCoach } from "./features/coach/routes.ts";
import { registerDemo } from "./features/demo/routes.ts";
import { registerConversations } from "./features/leagues/conversation/routes.ts";
import { getOpenLadder } from "./features/leagues/open-ladder.ts";
import { registerPastLeagues } from "./features/leagues/past/routes.ts";
import { registerLeagues } from "./features/leagues/routes.ts";
import { hasSeasonLeader } from "./features/match-day/engine/leader-election.ts";
import { registerMatchCentre } from "./features/match-day/match-centre/routes.ts";
import { registerScoreLedgerRoutes } from "./features/match-day/score-ledger/routes.ts";
import { registerAnnouncements } from "./features/notifications/announcements/routes.ts";
import { registerNotifications } from "./features/notifications/preferences/routes.ts";
import { createPush, type Push } from "./features/notifications/push/push.ts";
import { registerOperator } from "./features/operator/routes.ts";
import { UNWATCHED_STORAGE } from "./features/operator/storage/storage-watch.ts";
import { registerRoundResult } from "./features/rankings/round-result/routes.ts";
import { registerRankings } from "./features/rankings/routes.ts";
import { registerSeasonReport } from "./features/rankings/season-report/routes.ts";
import { registerSeasonClock } from "./features/seasons/current/routes.ts";
import { registerPastSeasons } from "./features/seasons/past/routes.ts";
import { registerApiGuide } from "./features/site/api-guide/routes.ts";
import { createHelp } from "./features/site/help/help-files.ts";
import { registerMedia } from "./features/site/media/routes.ts";
import { createPreviewGate, registerPreviewGate } from "./features/site/preview/preview-gate.ts";
import { registerPreview } from "./features/site/preview/routes.ts";
import { buildSite, DEFAULT_SITE_SETTINGS, getExternalSources } from "./features/site/web/site-settings.ts";
import { registerWeb } from "./features/site/web/web-files.ts";
import { describeStaticFiles } from "./features/static-files/openapi.ts";
import { NO_RECHECK } from "./features/stats-providers/intake/poll-feed.ts";
import { createPayloadParser } from "./features/stats-providers/season-feed.ts";
import { createTeamServices } from "./features/team/create-team-services.ts";
import { registerTeam } from "./features/team/routes.ts";
import { registerErrors } from "./plugins/errors.ts";
import { registerHealth } from "./plugins/health.ts";
import { createHostCheck } from "./plugins/http/allowed-hosts.ts";
import { createFastify, registerCompression } from "./plugins/http/fastify-server.ts";
import { getOrigins } from "./plugins/http/origin-guard.ts";
import { createProxyCheck } from "./plugins/http/proxy-check.ts";
import { registerRateLimit } from "./plugins/http/rate-limit.ts";
import { registerRequestLimit } from "./plugins/http/request-limit.ts";
import { registerPageSecurity } from "./plugins/http/security-headers.ts";
import { registerShutdown } from "./plugins/http/shutdown/shutdown.ts";
import { registerApiDocs } from "./plugins/openapi/api-docs.ts";
import { createOpenApiDocument, registerOpenApi } from "./plugins/openapi/openapi.ts";
import { registerRequestGuards } from "./plugins/request-guards.ts";
import { registerRequestLog } from "./plugins/request-log.ts";
import { type CountAcrossProcesses, createAccountLimiter } from "./plugins/route.ts";
import { createSessions, type Sessions } from "./plugins/session.ts";
import { registerPublicCalls, registerPublicPages } from "./public-routes.ts";
import { createRankingServices } from "./ranking-services.ts";
import { LIMITS, TOKEN_REQUESTS_PER_MINUTE } from "./rate-limits.ts";

function createAppSessions({ database: { pool }, clocks, pgListener }: AppOptions, isSecure: boolean): Sessions {
	const store = createSessionStore(pool, clocks.wallNow);
	return createSessions(store, isSecure, pgListener ? createSessionCache(store, pgListener, clocks.wallNow) : null);
}

const getPush = ({ push, database, config, pgListener }: AppOptions): Push =>
	push ?? createPush(database.pool, { keys: null, contact: config.publicUrl, allowsLoopback: false }, pgListener);

/** Builds the app with all routes. It does not listen: use `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
	const { config, database, clocks, seasons, standings, demo, webFolder, limits = LIMITS } = options;
	const storage = options.storage ?? UNWATCHED_STORAGE;
	const { db, pool } = database;
	const { read = readFrom(database) } = options;
	const origins = getOrigins(config.publicUrl);
	const isSecure = config.publicUrl.startsWith("https:");
	const users = { db, peekSeason: seasons.peek, clocks, publicUrl: config.publicUrl };
	const localLogin = { isEnabled: config.localLogin ?? config.oidc === null };
	const relyingParty = { id: new URL(config.publicUrl).hostname, origins: origins.all };
	const providers = config.providers ?? (config.oidc ? [{ ...config.oidc, id: "default", name: "" }] : []);
	const providerChoices = providers.map(({ id, name }) => ({ id, name }));
	const throttle = createThrottle(pool, clocks.wallNow);
	const devices = createKnownDevices(createServerKey(pool, "known-devices", options.pgListener), isSecure);
	const signIn = createSignIn({ db, throttle, devices, wallNow: clocks.wallNow, limits });
	const countSignUp = createSignUpLimit(throttle, limits);

	const team = createTeamServices({ db, pool, read, seasons, clocks, solver: options.solver, standings });
	const { current: view } = standings;
	const { publicUrl, publicRead: isPublicRead = false } = config;
	const leagues = {
		db,
		pool,
		seasons,
		clocks,
		view,
		throttle,
		media: options.media,
		publicUrl,
		isPublicRead,
		teams: team,
	};
	const site = config.site ?? DEFAULT_SITE_SETTINGS;
	const help = createHelp(() => seasons.peek()?.rules ?? null, site.helpDir);
	const publicServices = {
		site,
		help,
		team,
		leagues,
		throttle,
		publicUrl,
		webFolder,
		feedHealth: options.feedHealth ?? (() => null),
		storage,
		hasMailServer: (config.smtpUrl ?? null) !== null,
	};

	const app = createFastify(isSecure, options.logger, options.timeouts);
	for (const problem of help.problems) app.log.warn(problem);
	const proxyCheck = createProxyCheck(publicUrl, (message) => app.log.warn(message));
	registerRequestLog(app);
	options.metrics?.measureRequests(app);
	options.tracing?.traceRequests(app);
	const sessions = createAppSessions(options, isSecure);
	const routes: string[] = [];
	app.addHook("onRoute", ({ method, url }) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => `${name} ${url}`));
	});
	app.decorateRequest("caller", null);
	registerErrors(app, {
		onStorageFull: storage.recordWriteFailure,
		onUnexpected: (error, name) => options.errorReporter?.report(error, { kind: "request", name }),
	});
	registerShutdown(app);
	await registerRequestGuards(app, origins, createHostCheck(publicUrl, config.allowedHosts ?? []), proxyCheck);
	await registerRateLimit(app);
	const countAcrossProcesses: CountAcrossProcesses = (subject, max) => throttle.attempt(subject, { max });
	app.decorate("routeServices", {
		sessions,
		peekSeason: seasons.peek,
		isPublicRead,
		countTokenUse: createAccountLimiter(app, TOKEN_REQUESTS_PER_MINUTE, {
			subject: "access tokens",
			count: countAcrossProcesses,
		}),
		countAcrossProcesses,
		checkReply: options.checkReply ?? null,
		calls: [],
		routes,
	});
	const previewGate = createPreviewGate({
		password: config.previewPassword ?? null,
		key: createServerKey(pool, "preview", options.pgListener),
		isSecure,
	});
	if (previewGate) registerPreviewGate(app, previewGate);

	const document = createOpenApiDocument(app, config.publicUrl, describeStaticFiles());
	await app.register(async (api) => {
		registerRequestLimit(api, config.maxRequests);
		await registerCompression(api);
		const exchange = config.oidc
			? createProvidersExchange(providers)
			: createBuiltInExchange(app, pool, { origins, previewGate });
		const isDemoOffered = () => demo?.isOffered() ?? false;
		registerAuth(
			api,
			{ ...users, exchange },
			{ origins, providers: providerChoices, offersDemo: isDemoOffered, signIn, countSignUp, localLogin, limits },
		);
		registerUsers(api, users, { countSignUp, localLogin, limits });
		const account = { ...users, localLogin, throttle, media: options.media, limits };
		registerAccount(api, account);
		registerCredentials(api, account);
		registerDevices(api, account);
		registerAccessTokens(api, users);
		registerPasskeys(api, { ...account, relyingParty, hasSignInPage: config.oidc === null });
		registerNotifications(api, { db, pool, ...getPush(options), wallNow: clocks.wallNow });
		registerPreview(api, { gate: previewGate, throttle, guessesPerMinute: limits.guessesPerMinute });
		registerSeasonClock(api, clocks);
		registerTeam(api, team);
		registerCoach(api, { db, seasons, team, coach: options.coach });
		registerSeasonReport(api, team);
		registerRoundResult(api, team);
		registerScoreLedgerRoutes(api, { pool, currentSeason: seasons.current, clocks });
		registerMatchCentre(api, { pool, currentSeason: seasons.current, clocks });
		const rankings = createRankingServices(options, read, app);
		const leaguesWithLadders = { ...leagues, read, directories: rankings.directories };
		registerLeagues(api, leaguesWithLadders);
		registerPastSeasons(api, { db, seasons });
		registerPastLeagues(api, leagues);
		registerConversations(api, leagues);
		registerRankings(api, rankings, (id, query, viewerId) => getOpenLadder(leaguesWithLadders, id, query, viewerId));
		registerDemo(api, demo, clocks);
		const findDemoManagerId = async () => (isDemoOffered() ? ((await demo?.managerId()) ?? null) : null);
		registerSecondFactor(api, { db, wallNow: clocks.wallNow, findDemoManagerId });
		registerAnnouncements(api, { db, wallNow: clocks.wallNow });
		registerOperator(api, {
			db,
			pool,
			seasons,
			clocks,
			media: options.media,
			publicUrl,
			localLogin,
			readPayload: createPayloadParser(seasons.current),
			feedHealth: publicServices.feedHealth,
			recheck: options.recheck ?? NO_RECHECK,
			storage,
			demoMayRun: demo !== null,
			isRehearsal: options.isRehearsal ?? false,
			hasMailServer: publicServices.hasMailServer,
			dailyBackupAt: config.backup?.to ? config.backup.at : null,
			seasonFetch: config.seasonFetch ?? null,
		});
		registerPublicCalls(api, { ...publicServices, getProxyProblem: proxyCheck.getProblem });
		registerOpenApi(api, document);
	});
	registerMedia(app, options.media);
	for (const register of options.extraRoutes) await register(app);
	registerHealth(app, {
		getReadiness: options.getReadiness ?? (() => ({ standings: true, staticFiles: true })),
		hasLeader: options.hasLeader ?? (() => hasSeasonLeader(pool)),
		storage,
	});
	await app.register(async (pages) => {
		await registerCompression(pages);
		registerPublicPages(pages, publicServices);
	});

	await app.register(async (pages) => {
		await registerPageSecurity(pages, isSecure, getExternalSources(site));
		await registerCompression(pages);
		if (!config.oidc) {
			await mountIdentityProvider(pages, {
				pool,
				users,
				origins,
				webFolder,
				signIn,
				countSignUp,
				relyingParty,
				throttle,
				limits,
				onError: (error) => {
					app.log.error(error);
					options.errorReporter?.report(error, { kind: "request", name: "sign-in" });
				},
				secretsListener: options.pgListener,
			});
		}
		await registerApiDocs(pages, document);
		registerApiGuide(pages, webFolder);
		await registerWeb(pages, webFolder, {
			publicUrl,
			isSecure,
			isClosedPreview: previewGate !== null,
			isPublicRead,
			site: () =>
				buildSite(site, {
					hasDemo: demo?.isOffered() ?? false,
					hasPasswords: localLogin.isEnabled,
					hasExternalProvider: config.oidc !== null,
					isPublicRead,
					providers: providerChoices,
					isGenerated: seasons.peek()?.isGenerated ?? true,
					year: new Date(clocks.wallNow()).getUTCFullYear(),
				}),
			help: help.files,
		});
	});
	return app;
}
