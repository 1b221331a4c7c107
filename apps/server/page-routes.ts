import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { AppOptions } from "./app-options.ts";
import { type AppServices, isSecureSite } from "./app-services.ts";
import { registerSetupPage } from "./features/accounts/first-owner/routes.ts";
import { mountIdentityProvider } from "./features/accounts/identity-provider/mount.ts";
import {
	FOLLOW_SCRIPT,
	FOLLOW_SCRIPT_PATH,
	PAGE_POLICY,
	RESTORE_COOKIE,
	RESTORE_PATH,
	renderRestorePage,
} from "./features/backups/restore-page.ts";
import { findRestoreRun, isRunToken } from "./features/backups/restore-run.ts";
import { registerCalendar } from "./features/calendar/routes.ts";
import { findSharedHistory } from "./features/leagues/history/service.ts";
import { countCode } from "./features/leagues/members/codes.ts";
import { getLeagueByCode } from "./features/leagues/service.ts";
import { registerMcp } from "./features/mcp/routes.ts";
import { registerAds } from "./features/site/ads/routes.ts";
import { registerApiGuide } from "./features/site/api-guide/routes.ts";
import { registerHelp } from "./features/site/help/routes.ts";
import { registerShare } from "./features/site/share/routes.ts";
import { createAddressCheck } from "./features/site/web/known-addresses.ts";
import { buildSite, getExternalSources } from "./features/site/web/site-settings.ts";
import { registerWeb } from "./features/site/web/web-files.ts";
import { getPageLanguage } from "./i18n/negotiate-language.ts";
import { registerCompression } from "./plugins/http/fastify-server.ts";
import { registerPageHeaders, registerPageSecurity } from "./plugins/http/security-headers.ts";
import { registerApiDocs } from "./plugins/openapi/api-docs.ts";
import type { Json } from "./plugins/openapi/openapi-files.ts";
import { Refusal } from "./plugins/refusal.ts";

/** Registers help, calendars, MCP, ads, share pages and the outcome of a restore, which work without the web's scripts. */
export async function registerPlainPages(
	pages: FastifyInstance,
	options: AppOptions,
	services: AppServices,
): Promise<void> {
	const { db, pool, site, help, leagues, media, publicUrl, throttle, seasons, clocks, previewGate } = services;
	const { webFolder } = options;
	await registerCompression(pages);
	registerPageHeaders(pages, isSecureSite(options));
	registerHelp(pages, help);
	registerCalendar(pages, { pool, peekSeason: seasons.peek, clocks, publicUrl });
	registerMcp(pages, { pool, clocks, previewGate });
	registerRestorePage(pages, pool);
	const findLeagueByCode = async (code: string, request: FastifyRequest) => {
		await countCode(throttle, request);
		return getLeagueByCode(leagues, null, code);
	};
	const findHistory = (token: string) => findSharedHistory(leagues, token);
	registerShare(pages, { db, media, publicUrl, findLeagueByCode, findHistory }, webFolder);
	if (site.hasAds) registerAds(pages, site.adsDir, webFolder);
}

/** Registers the page with the outcome of a restore, for whoever started it. */
function registerRestorePage(pages: FastifyInstance, pool: Pool): void {
	pages.get(FOLLOW_SCRIPT_PATH, (_, reply) => reply.type("text/javascript; charset=utf-8").send(FOLLOW_SCRIPT));
	pages.get(RESTORE_PATH, async (request, reply) => {
		const run = await findRestoreRun(pool);
		if (!run || !isRunToken(run, request.cookies[RESTORE_COOKIE])) return reply.redirect("/operator", 302);
		const language = getPageLanguage(request);
		return reply
			.headers({ "cache-control": "no-store", "content-security-policy": PAGE_POLICY })
			.type("text/html; charset=utf-8")
			.send(renderRestorePage(language, run, { isServing: true }));
	});
}

async function registerIdentityProvider(
	pages: FastifyInstance,
	options: AppOptions,
	{ accounts, leagues }: AppServices,
): Promise<void> {
	const findLeagueName = async (code: string, request: FastifyRequest) => {
		try {
			await countCode(accounts.throttle, request);
			return (await getLeagueByCode(leagues, null, code)).name;
		} catch (error) {
			if (error instanceof Refusal) return null;
			throw error;
		}
	};
	await mountIdentityProvider(pages, {
		...accounts,
		users: accounts,
		webFolder: options.webFolder,
		findLeagueName,
		onError: (error) => {
			pages.log.error(error);
			options.errorReporter?.report(error, { kind: "request", name: "sign-in" });
		},
		secretsListener: options.pgListener,
	});
}

/** Registers the built-in identity provider, the pages about the API, and the web. */
export async function registerWebPages(
	pages: FastifyInstance,
	options: AppOptions,
	services: AppServices,
	document: () => Json,
): Promise<void> {
	const { webFolder, config } = options;
	const { accounts, seasons, clocks, site, publicUrl, isPublicRead } = services;
	const isSecure = isSecureSite(options);
	await registerPageSecurity(pages, isSecure, getExternalSources(site));
	await registerCompression(pages);
	if (!config.oidc) await registerIdentityProvider(pages, options, services);
	if (services.setup) {
		await registerSetupPage(pages, { ...services, watch: services.setup.watch, isSecure, webFolder });
	}
	await registerApiDocs(pages, document);
	registerApiGuide(pages, webFolder);
	await registerWeb(pages, webFolder, {
		publicUrl,
		isSecure,
		isClosedPreview: services.previewGate !== null,
		isPublicRead,
		site: () =>
			buildSite(site, {
				hasDemo: accounts.offersDemo(),
				hasPasswords: accounts.localLogin.isEnabled,
				hasExternalProvider: config.oidc !== null,
				isPublicRead,
				providers: accounts.providers,
				isGenerated: seasons.peek()?.isGenerated ?? true,
				year: new Date(clocks.wallNow()).getUTCFullYear(),
			}),
		help: services.help.files,
		isKnownAddress: createAddressCheck({
			db: services.db,
			peekSeason: seasons.peek,
			isPublicRead,
			isSignedIn: async (request) => (await pages.routeServices.sessions.find(request)) !== null,
		}),
	});
}
