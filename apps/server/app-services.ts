import type { FastifyInstance } from "fastify";
import type { AppOptions } from "./app-options.ts";
import { createServerKey } from "./db/server-key.ts";
import { type Read, readFrom } from "./db/servers/read-standby.ts";
import { createProvidersExchange } from "./features/accounts/external-provider/external-provider.ts";
import { isSetupCode, makeIdentityFirstOwner } from "./features/accounts/first-owner/service.ts";
import { createSetupWatch } from "./features/accounts/first-owner/setup-gate.ts";
import { createBuiltInExchange } from "./features/accounts/identity-provider/built-in-exchange.ts";
import { createKnownDevices } from "./features/accounts/sessions/known-devices.ts";
import type { MakeFirstOwner } from "./features/accounts/sign-in/code-sign-in.ts";
import { createSignIn } from "./features/accounts/sign-in/password-sign-in.ts";
import { createSignUpLimit } from "./features/accounts/sign-in/sign-up-limit.ts";
import { UNWATCHED_STORAGE } from "./features/operator/storage/storage-watch.ts";
import { createBestManagers } from "./features/rankings/official-leagues/best-managers.ts";
import { createPastViewFinder } from "./features/rankings/past-standings.ts";
import type { RankingServices } from "./features/rankings/service.ts";
import { createTeamDirectories } from "./features/rankings/team-directories.ts";
import { createHelp } from "./features/site/help/help-files.ts";
import { createPreviewGate } from "./features/site/preview/preview-gate.ts";
import { DEFAULT_SITE_SETTINGS } from "./features/site/web/site-settings.ts";
import { createTeamServices } from "./features/team/create-team-services.ts";
import { getOrigins } from "./plugins/http/origin-guard.ts";
import { createProxyCheck } from "./plugins/http/proxy-check.ts";
import { LIMITS } from "./plugins/limits/rate-limits.ts";
import { createThrottle } from "./plugins/limits/throttle.ts";
import { createMaintenanceWatch, type MaintenanceWatch } from "./plugins/maintenance.ts";

export const isSecureSite = ({ config }: AppOptions): boolean => config.publicUrl.startsWith("https:");

/** Creates what the set-up page and its gate need; null if the site is set up. */
function createSetup({ database: { db }, clocks, isSetupPossible, config: { publicUrl } }: AppOptions) {
	if (!isSetupPossible) return null;
	const services = { db, clocks, publicUrl };
	const isCode = (code: string) => isSetupCode(services, code);
	const makeFirstOwner: MakeFirstOwner = async (code, getAccount) =>
		(await isCode(code)) ? makeIdentityFirstOwner(services, code, getAccount) : null;
	return { watch: createSetupWatch(db), isCode, makeFirstOwner };
}

function createMaintenance({ database, pgListener }: AppOptions): MaintenanceWatch {
	const watch = createMaintenanceWatch(database.db);
	pgListener?.on("maintenance_changed", watch.forget);
	return watch;
}

/** Creates what all requests share, such as limits, the preview gate and the texts of the help. */
function createSharedServices(options: AppOptions, app: FastifyInstance) {
	const { config, database, clocks, seasons } = options;
	const { publicUrl } = config;
	const site = config.site ?? DEFAULT_SITE_SETTINGS;
	return {
		db: database.db,
		pool: database.pool,
		read: options.read ?? readFrom(database),
		seasons,
		clocks,
		media: options.media,
		publicUrl,
		isPublicRead: config.publicRead ?? false,
		origins: getOrigins(publicUrl),
		throttle: createThrottle(database.pool, clocks.wallNow),
		limits: options.limits ?? LIMITS,
		localLogin: { isEnabled: config.localLogin ?? config.oidc === null },
		maintenance: createMaintenance(options),
		setup: createSetup(options),
		proxyCheck: createProxyCheck(publicUrl, (message) => app.log.warn(message)),
		previewGate: createPreviewGate({
			password: config.previewPassword ?? null,
			key: createServerKey(database.pool, "preview", options.pgListener),
			isSecure: isSecureSite(options),
		}),
		site,
		help: createHelp(() => seasons.peek()?.rules ?? null, site.helpDir),
		storage: options.storage ?? UNWATCHED_STORAGE,
		feedHealth: options.feedHealth ?? (() => null),
		hasMailServer: (config.smtpUrl ?? null) !== null,
	};
}
type SharedServices = ReturnType<typeof createSharedServices>;

function createAccountServices(options: AppOptions, shared: SharedServices, app: FastifyInstance) {
	const { config, demo } = options;
	const { db, pool, seasons, clocks, publicUrl, origins, throttle, limits, previewGate, setup } = shared;
	const providers = config.providers ?? (config.oidc ? [{ ...config.oidc, id: "default", name: "" }] : []);
	const devices = createKnownDevices(createServerKey(pool, "known-devices", options.pgListener), isSecureSite(options));
	const offersDemo = () => demo?.isOffered() ?? false;
	return {
		...shared,
		peekSeason: seasons.peek,
		relyingParty: { id: new URL(publicUrl).hostname, origins: origins.all },
		hasSignInPage: config.oidc === null,
		providers: providers.map(({ id, name }) => ({ id, name })),
		exchange: config.oidc
			? createProvidersExchange(providers)
			: createBuiltInExchange(app, pool, { origins, previewGate }),
		signIn: createSignIn({ db, throttle, devices, wallNow: clocks.wallNow, limits }),
		countSignUp: createSignUpLimit(throttle, limits),
		offersDemo,
		makeFirstOwner: setup?.makeFirstOwner ?? null,
		findDemoManagerId: async () => (offersDemo() ? ((await demo?.managerId()) ?? null) : null),
	};
}

/** Creates the services that routes use. */
export function createAppServices(options: AppOptions, app: FastifyInstance) {
	const shared = createSharedServices(options, app);
	const { db, pool, read, seasons, clocks } = shared;
	const { solver, standings } = options;
	const team = createTeamServices({ db, pool, read, seasons, clocks, solver, standings });
	const rankings = createRankingServices(options, read, app);
	const leagues = {
		...shared,
		view: standings.current,
		directories: rankings.directories,
		pgListener: options.pgListener,
		teams: team,
	};
	return { ...shared, accounts: createAccountServices(options, shared, app), team, rankings, leagues };
}

export type AppServices = ReturnType<typeof createAppServices>;

/** Creates what the rankings need, and starts to load the names of teams and managers. */
function createRankingServices(
	{ database: { pool }, seasons, standings, pgListener, saves }: AppOptions,
	read: Read,
	app: FastifyInstance,
): RankingServices {
	const onError = (error: unknown) => app.log.error(error);
	const directories = createTeamDirectories({ pool, pgListener: pgListener ?? null, saves: saves ?? null, onError });
	app.addHook("onClose", directories.close);
	const season = seasons.peek();
	// Starts before the first request, because loading a million teams takes seconds.
	if (season && pgListener) directories.load(season).catch(onError);
	return {
		pool,
		read,
		currentSeason: seasons.current,
		currentView: standings.current,
		loadProjectedTotals: standings.projected,
		directories,
		findPastView: createPastViewFinder(read),
		loadBestManagers: createBestManagers(read),
	};
}
