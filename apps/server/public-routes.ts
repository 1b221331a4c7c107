import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Throttle } from "./features/accounts/sign-in/throttle.ts";
import type { LeagueServices } from "./features/leagues/league-row.ts";
import { countCode } from "./features/leagues/members/codes.ts";
import { getLeagueByCode } from "./features/leagues/service.ts";
import type { SeasonEngine } from "./features/match-day/engine/season-engine.ts";
import { registerStatus } from "./features/operator/status/routes.ts";
import type { StorageWatch } from "./features/operator/storage/storage-watch.ts";
import { registerAds } from "./features/site/ads/routes.ts";
import type { HelpCatalogue } from "./features/site/help/help-files.ts";
import { registerHelp } from "./features/site/help/routes.ts";
import { registerShare, registerSnapshots } from "./features/site/share/routes.ts";
import { registerSupport } from "./features/site/support/routes.ts";
import type { SiteSettings } from "./features/site/web/site-settings.ts";
import type { TeamServices } from "./features/team/load-team.ts";
import type { ProxyCheck } from "./plugins/http/proxy-check.ts";
import { registerPageHeaders } from "./plugins/http/security-headers.ts";

interface PublicRouteServices {
	readonly site: SiteSettings;
	readonly team: TeamServices;
	readonly help: HelpCatalogue;
	readonly leagues: LeagueServices;
	readonly throttle: Throttle;
	readonly publicUrl: string;
	/** Folder of the built web, whose fonts the share pages use. */
	readonly webFolder: string;
	readonly feedHealth: SeasonEngine["feedHealth"];
	readonly storage: Pick<StorageWatch, "report">;
	readonly hasMailServer: boolean;
}

/** Registers support messages, share snapshots and the status call. */
export function registerPublicCalls(
	api: FastifyInstance,
	services: PublicRouteServices & { readonly getProxyProblem: ProxyCheck["getProblem"] },
): void {
	const { team, site, throttle, feedHealth, storage, hasMailServer, getProxyProblem } = services;
	const { db, pool, seasons, clocks } = team;
	const { wallNow } = clocks;
	registerSupport(api, { db, wallNow, inbox: site.supportEmail }, throttle);
	registerSnapshots(api, team);
	const currentSeason = seasons.peek;
	registerStatus(api, { pool, currentSeason, wallNow, feedHealth, storage, hasMailServer, getProxyProblem });
}

/** Registers help, ads and share pages. */
export function registerPublicPages(pages: FastifyInstance, services: PublicRouteServices): void {
	const { team, site, leagues, publicUrl, webFolder, help, throttle } = services;
	registerPageHeaders(pages, publicUrl.startsWith("https:"));
	registerHelp(pages, help);
	const shareServices = {
		db: team.db,
		media: leagues.media,
		publicUrl,
		findLeagueByCode: async (code: string, request: FastifyRequest) => {
			await countCode(throttle, request);
			return getLeagueByCode(leagues, null, code);
		},
	};
	registerShare(pages, shareServices, webFolder);
	if (site.hasAds) registerAds(pages, site.adsDir, webFolder);
}
