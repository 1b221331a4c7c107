import * as feeds from "@first-bounce/contract/operator/feeds";
import * as reviews from "@first-bounce/contract/operator/reviews";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { listAnnouncedStarts } from "./announced-starts.ts";
import { dismissPayload, getPayloadDetail, listPayloads, releasePayload, uploadStats } from "./payloads.ts";
import {
	acceptFaultyLine,
	acceptLateCorrection,
	acceptLateCorrections,
	dismissFaultyLine,
	dismissLateCorrection,
	listStatReviews,
	previewLateCorrection,
	previewLateCorrections,
} from "./stat-reviews.ts";

/** Registers the calls for payloads and stats files, and for stat lines that wait for an operator's decision. */
export function registerFeeds(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(feeds.listPayloads, ({ query }) => listPayloads(services, query));
	register(feeds.listAnnouncedStarts, () => listAnnouncedStarts(services));
	register(feeds.showPayload, ({ params }) => getPayloadDetail(services, params.id));
	register(feeds.releasePayload, async ({ params, audit }) => ({
		payload: await releasePayload(services, params.id, audit),
	}));
	register(feeds.dismissPayload, async ({ params, audit }) => ({
		payload: await dismissPayload(services, params.id, audit),
	}));
	register(feeds.uploadStats, async ({ body, audit }) => ({ payload: await uploadStats(services, body, audit) }));
	register(reviews.listStatReviews, () => listStatReviews(services));
	register(reviews.acceptFaultyLine, async ({ params, body: { version }, audit }) => {
		await acceptFaultyLine(services, { id: params.id, version }, audit);
		return { accepted: true as const };
	});
	register(reviews.dismissFaultyLine, async ({ params, body: { version }, audit }) => {
		await dismissFaultyLine(services, { id: params.id, version }, audit);
		return { dismissed: true as const };
	});
	register(reviews.previewLateCorrection, ({ params }) => previewLateCorrection(services, params.id));
	register(reviews.previewLateCorrections, ({ body: { corrections } }) =>
		previewLateCorrections(services, corrections),
	);
	register(reviews.acceptLateCorrection, ({ params, body: { version }, audit }) =>
		acceptLateCorrection(services, { matchId: params.id, version }, audit),
	);
	register(reviews.acceptLateCorrections, async ({ body: { corrections }, audit }) => {
		await acceptLateCorrections(services, corrections, audit);
		return { accepted: corrections.length };
	});
	register(reviews.dismissLateCorrection, async ({ params, body: { version }, audit }) => {
		await dismissLateCorrection(services, { matchId: params.id, version }, audit);
		return { dismissed: true as const };
	});
}
