import { listAudit } from "@first-bounce/contract/operator/audit";
import { showCalendar } from "@first-bounce/contract/operator/calendar";
import * as feeds from "@first-bounce/contract/operator/feeds";
import * as jobs from "@first-bounce/contract/operator/jobs";
import * as mails from "@first-bounce/contract/operator/mails";
import {
	changeDrafts as changeDraftsCall,
	showOverview,
	silenceAlert as silenceCall,
} from "@first-bounce/contract/operator/operator";
import type { FastifyInstance } from "fastify";
import { changeDraftsByOperator } from "../leagues/draft/maintenance.ts";
import { silenceAlert } from "./alerts/service.ts";
import { listAuditEntries } from "./audit/audit-log.ts";
import { registerBackups } from "./backups/routes.ts";
import { getCalendar } from "./calendar/service.ts";
import { registerClosingLetter } from "./closing-letter/routes.ts";
import { registerDraftLeagues } from "./draft-leagues/routes.ts";
import { listAnnouncedStarts } from "./feeds/announced-starts.ts";
import { dismissPayload, getPayloadDetail, listPayloads, releasePayload, uploadStats } from "./feeds/payloads.ts";
import { registerReviews } from "./feeds/routes.ts";
import { registerInstallation } from "./installation/routes.ts";
import { registerMatchDay } from "./match-day/routes.ts";
import { registerOperatorRoute } from "./operator-route.ts";
import { getOverview } from "./overview/service.ts";
import { registerPeople } from "./people/routes.ts";
import { registerPlayerImports } from "./player-imports/routes.ts";
import { mayReadAccounts } from "./redact-reply.ts";
import { registerSeason } from "./season/routes.ts";
import { registerSeasonFetch } from "./season-fetch/routes.ts";
import { registerSeasonImports } from "./season-imports/routes.ts";
import { registerSeasonRules } from "./season-rules/routes.ts";
import type { OperatorServices } from "./services.ts";
import { listJobs, retryJob } from "./system/jobs.ts";
import { getMail, listMails, resendMail } from "./system/mails.ts";
import { registerWinners } from "./winners/routes.ts";

function registerFeeds(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, feeds.listPayloads, ({ query }) => listPayloads(services, query));
	registerOperatorRoute(app, feeds.listAnnouncedStarts, () => listAnnouncedStarts(services));
	registerOperatorRoute(app, feeds.showPayload, ({ params }) => getPayloadDetail(services, params.id));
	registerOperatorRoute(app, feeds.releasePayload, async ({ params, audit }) => ({
		payload: await releasePayload(services, params.id, audit),
	}));
	registerOperatorRoute(app, feeds.dismissPayload, async ({ params, audit }) => ({
		payload: await dismissPayload(services, params.id, audit),
	}));
}

const registerUploads = (app: FastifyInstance, services: OperatorServices): void =>
	registerOperatorRoute(app, feeds.uploadStats, async ({ body, audit }) => ({
		payload: await uploadStats(services, body, audit),
	}));

function registerMailsAndJobs(app: FastifyInstance, { db, clocks, hasMailServer }: OperatorServices): void {
	registerOperatorRoute(app, mails.listMails, ({ query }) => listMails(db, query), { needs: "nothing" });
	registerOperatorRoute(app, mails.showMail, ({ params }) => getMail(db, params.id, hasMailServer), {
		needs: "nothing",
	});
	const resend = async (id: number, audit: Parameters<typeof resendMail>[2]) => ({
		mail: await resendMail(db, id, audit, clocks.wallNow()),
	});
	registerOperatorRoute(app, mails.resendMail, ({ params, audit }) => resend(params.id, audit), {
		needs: "nothing",
	});
	registerOperatorRoute(app, jobs.listJobs, () => listJobs(db), { needs: "nothing" });
	const retry = async (id: string, audit: Parameters<typeof retryJob>[2]) => ({ job: await retryJob(db, id, audit) });
	registerOperatorRoute(app, jobs.retryJob, ({ params, audit }) => retry(params.id, audit), { needs: "nothing" });
}

/** Registers all routes of the operator console except those of the second factor. */
export function registerOperator(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, showOverview, () => getOverview(services), { needs: "nothing" });
	const alertServices = { db: services.db, publicUrl: services.publicUrl, wallNow: services.clocks.wallNow };
	registerOperatorRoute(
		app,
		silenceCall,
		({ params, body, audit }) => silenceAlert(alertServices, params.id, body, audit),
		{ needs: "nothing" },
	);
	registerOperatorRoute(
		app,
		changeDraftsCall,
		async ({ body, audit }) => ({ drafts: await changeDraftsByOperator(services, body.action, audit) }),
		{ needs: "nothing" },
	);
	registerOperatorRoute(app, showCalendar, () => getCalendar(services), { needs: "nothing" });
	registerOperatorRoute(
		app,
		listAudit,
		({ query, caller }) =>
			listAuditEntries(services.db, {
				...query,
				searchesReasons: mayReadAccounts(caller.operatorRole),
			}),
		{ needs: "nothing" },
	);
	registerFeeds(app, services);
	registerUploads(app, services);
	registerReviews(app, services);
	registerMailsAndJobs(app, services);
	registerBackups(app, services);
	registerInstallation(app, services);
	registerPeople(app, services);
	registerMatchDay(app, services);
	registerWinners(app, services);
	registerClosingLetter(app, services);
	registerSeason(app, services);
	registerPlayerImports(app, services);
	registerSeasonImports(app, services);
	registerSeasonFetch(app, services);
	registerSeasonRules(app, services);
	registerDraftLeagues(app, services);
}
