import { tmpdir } from "node:os";
import { showClock } from "@first-bounce/contract/clock";
import type { FastifyInstance } from "fastify";
import type { AppOptions } from "./app-options.ts";
import type { AppServices } from "./app-services.ts";
import { registerAccounts } from "./features/accounts/routes.ts";
import { registerCoach } from "./features/coach/routes.ts";
import { registerDemo } from "./features/demo/routes.ts";
import { getOpenLadder } from "./features/leagues/open-ladder.ts";
import { registerLeagues } from "./features/leagues/routes.ts";
import { registerMatchDay } from "./features/match-day/routes.ts";
import { registerAnnouncements } from "./features/notifications/announcements/routes.ts";
import { registerPreferences } from "./features/notifications/preferences/routes.ts";
import { createPush, type Push } from "./features/notifications/push/push.ts";
import { registerOperator } from "./features/operator/routes.ts";
import { registerStatus } from "./features/operator/status/routes.ts";
import { registerPastSeasons } from "./features/past-seasons/routes.ts";
import { registerRankings } from "./features/rankings/routes.ts";
import { registerPreview } from "./features/site/preview/routes.ts";
import { registerSnapshots } from "./features/site/share/routes.ts";
import { registerSupport } from "./features/site/support/routes.ts";
import { NO_RECHECK } from "./features/stats-providers/intake/poll-feed.ts";
import { createPayloadParser } from "./features/stats-providers/season-feed.ts";
import { registerTeam } from "./features/team/routes.ts";
import { route } from "./plugins/route.ts";

const getPush = ({ push, database, config, pgListener }: AppOptions): Push =>
	push ?? createPush(database.pool, { keys: null, contact: config.publicUrl, allowsLoopback: false }, pgListener);

/** Registers the calls of the game. */
function registerGame(api: FastifyInstance, options: AppOptions, services: AppServices): void {
	const { db, seasons, clocks, team, leagues, rankings } = services;
	route(api, showClock, { needs: "nothing", handler: clocks.show });
	registerPastSeasons(api, leagues);
	registerTeam(api, team);
	registerCoach(api, { db, seasons, team, coach: options.coach });
	registerMatchDay(api, { ...leagues, currentSeason: seasons.current });
	registerLeagues(api, leagues);
	registerRankings(api, {
		...rankings,
		team,
		getLeagueRankings: (id, query, viewerId) => getOpenLadder(leagues, id, query, viewerId),
	});
	registerDemo(api, options.demo, clocks);
}

/** Registers the calls of the operator console, and the public status. */
function registerConsole(api: FastifyInstance, options: AppOptions, services: AppServices): void {
	const { seasons, clocks, publicUrl } = services;
	const { config, demo } = options;
	registerOperator(api, {
		...services,
		readPayload: createPayloadParser(seasons.current),
		recheck: options.recheck ?? NO_RECHECK,
		demoMayRun: demo !== null,
		isRehearsal: options.isRehearsal ?? false,
		readsReleases: (config.releaseFeed ?? null) !== null,
		dailyBackupAt: config.backup?.to ? config.backup.at : null,
		seasonFetch: config.seasonFetch ?? null,
		restart: {
			dataDir: config.dataDir ?? tmpdir(),
			backup: { to: config.backup?.to ?? null, key: config.backup?.key ?? null },
			siteName: new URL(publicUrl).hostname,
			demoMayBeChosen: config.demoMayBeChosen ?? false,
			interrupt: options.interrupt ?? null,
		},
	});
	registerStatus(api, {
		...services,
		currentSeason: seasons.peek,
		wallNow: clocks.wallNow,
		getProxyProblem: services.proxyCheck.getProblem,
	});
}

/** Registers every call. */
export function registerCalls(api: FastifyInstance, options: AppOptions, services: AppServices): void {
	const { db, pool, clocks, throttle, limits, site } = services;
	const { wallNow } = clocks;
	registerAccounts(api, services.accounts);
	const notificationServices = { db, pool, ...getPush(options), wallNow };
	registerPreferences(api, notificationServices);
	registerAnnouncements(api, notificationServices);
	registerPreview(api, { gate: services.previewGate, throttle, guessesPerMinute: limits.guessesPerMinute });
	registerGame(api, options, services);
	registerConsole(api, options, services);
	registerSupport(api, { db, wallNow, inbox: site.supportEmail }, throttle);
	registerSnapshots(api, services.leagues);
}
