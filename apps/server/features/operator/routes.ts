import { listAudit } from "@first-bounce/contract/operator/audit";
import { showCalendar } from "@first-bounce/contract/operator/calendar";
import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import * as jobs from "@first-bounce/contract/operator/jobs";
import * as mails from "@first-bounce/contract/operator/mails";
import * as matchDay from "@first-bounce/contract/operator/match-day";
import * as call from "@first-bounce/contract/operator/operator";
import * as seasonFetch from "@first-bounce/contract/operator/season/season-fetch";
import * as seasonRules from "@first-bounce/contract/operator/season/season-rules";
import * as winners from "@first-bounce/contract/operator/winners";
import type { FastifyInstance } from "fastify";
import { changeDraftsByOperator } from "../leagues/draft/maintenance.ts";
import { silenceAlert } from "./alerts/service.ts";
import { listAuditEntries } from "./audit/audit-log.ts";
import { registerBackups } from "./backups/routes.ts";
import { getCalendar } from "./calendar/service.ts";
import { buildClosingLetter } from "./closing-letter/build-letter.ts";
import { registerDraftLeagues } from "./draft-leagues/routes.ts";
import { registerFeeds } from "./feeds/routes.ts";
import { registerInstallation } from "./installation/routes.ts";
import { getMatchDay, previewAbandonment } from "./match-day/service.ts";
import { createOperatorRoutes } from "./operator-route.ts";
import { getOverview } from "./overview/service.ts";
import { registerPeople } from "./people/routes.ts";
import { registerPlayerImports } from "./player-imports/routes.ts";
import { mayReadAccounts } from "./redact-reply.ts";
import { registerSeason } from "./season/routes.ts";
import { createSeasonFetcher } from "./season-fetch/service.ts";
import { registerSeasonImports } from "./season-imports/routes.ts";
import { changeSeasonRules, previewSeasonRules, showSeasonRules } from "./season-rules/service.ts";
import type { OperatorServices } from "./services.ts";
import { listJobs, retryJob } from "./system/jobs.ts";
import { getMail, listMails, resendMail } from "./system/mails.ts";
import { listWinners, markWinnerNotified, showWinnerAddresses } from "./winners/service.ts";

function registerMailsAndJobs(app: FastifyInstance, { db, clocks, hasMailServer }: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	register(mails.listMails, ({ query }) => listMails(db, query));
	register(mails.showMail, ({ params }) => getMail(db, params.id, hasMailServer));
	register(mails.resendMail, async ({ params, audit }) => ({
		mail: await resendMail(db, params.id, audit, clocks.wallNow()),
	}));
	register(jobs.listJobs, () => listJobs(db));
	register(jobs.retryJob, async ({ params, audit }) => ({ job: await retryJob(db, params.id, audit) }));
}

function registerWinners(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(winners.listWinners, ({ query }) => listWinners(services, query.seasonId));
	register(winners.showWinnerAddresses, ({ body, audit }) => showWinnerAddresses(services, body.seasonId, audit));
	register(winners.markWinnerNotified, ({ body, caller, audit }) =>
		markWinnerNotified(services, body, caller.userId, audit),
	);
}

/** A running fetch ends with the server. */
function registerSeasonFetch(app: FastifyInstance, { db, clocks, seasonFetch: settings }: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const onError = (error: unknown) => app.log.error(error);
	const fetcher = createSeasonFetcher({ db, wallNow: clocks.wallNow, settings, onError });
	app.addHook("onClose", fetcher.close);
	register(seasonFetch.showSeasonFetch, async () => ({
		isAvailable: fetcher.isAvailable,
		fetch: await fetcher.show(),
	}));
	register(seasonFetch.startSeasonFetch, async ({ body, audit }) => ({ fetch: await fetcher.start(body, audit) }));
	register(seasonFetch.showSeasonFetchFiles, ({ params }) => fetcher.listFiles(params.id));
}

/** The calls need no current season, because the rules may be those of a season to come. */
function registerSeasonRules(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	register(seasonRules.showSeasonRules, ({ params }) => showSeasonRules(services, params.id));
	register(seasonRules.previewSeasonRules, ({ params, body }) => previewSeasonRules(services, params.id, body.rules));
	register(seasonRules.changeSeasonRules, ({ params, body, audit }) =>
		changeSeasonRules(services, params.id, body, audit),
	);
}

/** Registers all routes of the operator console except those of the second factor. */
export function registerOperator(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	register(call.showOverview, () => getOverview(services));
	const alertServices = { db: services.db, publicUrl: services.publicUrl, wallNow: services.clocks.wallNow };
	register(call.silenceAlert, ({ params, body, audit }) => silenceAlert(alertServices, params.id, body, audit));
	register(call.changeDrafts, async ({ body, audit }) => ({
		drafts: await changeDraftsByOperator(services, body.action, audit),
	}));
	register(showCalendar, () => getCalendar(services));
	register(listAudit, ({ query, caller }) =>
		listAuditEntries(services.db, {
			...query,
			searchesReasons: mayReadAccounts(caller.operatorRole),
			searchesNames: caller.operatorRole !== "viewer",
		}),
	);
	const registerInSeason = createOperatorRoutes(app);
	registerInSeason(matchDay.showMatchDay, ({ params }) => getMatchDay(services, params.id));
	registerInSeason(matchDay.previewAbandonment, ({ params }) => previewAbandonment(services, params.id));
	registerInSeason(showClosingLetter, async ({ params }) => ({
		letter: await buildClosingLetter(services.db, services.seasons.current(), params.id),
	}));
	registerFeeds(app, services);
	registerMailsAndJobs(app, services);
	registerBackups(app, services);
	registerInstallation(app, services);
	registerPeople(app, services);
	registerWinners(app, services);
	registerSeason(app, services);
	registerPlayerImports(app, services);
	registerSeasonImports(app, services);
	registerSeasonFetch(app, services);
	registerSeasonRules(app, services);
	registerDraftLeagues(app, services);
}
