import { listAudit } from "@first-bounce/contract/operator/audit";
import * as feeds from "@first-bounce/contract/operator/feeds";
import * as jobs from "@first-bounce/contract/operator/jobs";
import * as mails from "@first-bounce/contract/operator/mails";
import { showOverview } from "@first-bounce/contract/operator/operator";
import type { FastifyInstance } from "fastify";
import { auditLog } from "./audit/audit-log.ts";
import { announcedStarts } from "./feeds/announced-starts.ts";
import { dismissPayload, listPayloads, releasePayload, showPayload, uploadStats } from "./feeds/payloads.ts";
import { registerReviews } from "./feeds/routes-reviews.ts";
import { operatorRoute } from "./operator-route.ts";
import { overview } from "./overview/service.ts";
import { registerPeople } from "./people/routes.ts";
import { registerSeason } from "./season/routes.ts";
import type { OperatorServices } from "./services.ts";
import { listJobs, retryJob } from "./system/jobs.ts";
import { listMails, resendMail, showMail } from "./system/mails.ts";

function registerFeeds(app: FastifyInstance, services: OperatorServices): void {
	operatorRoute(app, feeds.listPayloads, ({ query }) => listPayloads(services, query));
	operatorRoute(app, feeds.listAnnouncedStarts, () => announcedStarts(services));
	operatorRoute(app, feeds.showPayload, ({ params }) => showPayload(services, params.id));
	operatorRoute(app, feeds.releasePayload, async ({ params, audit }) => ({
		payload: await releasePayload(services, params.id, audit),
	}));
	operatorRoute(app, feeds.dismissPayload, async ({ params, audit }) => ({
		payload: await dismissPayload(services, params.id, audit),
	}));
}

const registerUploads = (app: FastifyInstance, services: OperatorServices): void =>
	operatorRoute(app, feeds.uploadStats, async ({ body, audit }) => ({
		payload: await uploadStats(services, body, audit),
	}));

function registerMails(app: FastifyInstance, { db, clocks, hasTransport }: OperatorServices): void {
	operatorRoute(app, mails.listMails, ({ query }) => listMails(db, query), "nothing");
	operatorRoute(app, mails.showMail, ({ params }) => showMail(db, params.id, hasTransport), "nothing");
	const resend = async (id: number, audit: Parameters<typeof resendMail>[2]) => ({
		mail: await resendMail(db, id, audit, clocks.wallNow()),
	});
	operatorRoute(app, mails.resendMail, ({ params, audit }) => resend(params.id, audit), "nothing");
	operatorRoute(app, jobs.listJobs, () => listJobs(db), "nothing");
	const retry = async (id: string, audit: Parameters<typeof retryJob>[2]) => ({ job: await retryJob(db, id, audit) });
	operatorRoute(app, jobs.retryJob, ({ params, audit }) => retry(params.id, audit), "nothing");
}

/** Every call of the operator's console but those of the second factor. */
export function registerOperator(app: FastifyInstance, services: OperatorServices): void {
	operatorRoute(app, showOverview, () => overview(services), "nothing");
	operatorRoute(app, listAudit, ({ query }) => auditLog(services.db, query), "nothing");
	registerFeeds(app, services);
	registerUploads(app, services);
	registerReviews(app, services);
	registerMails(app, services);
	registerPeople(app, services);
	registerSeason(app, services);
}
