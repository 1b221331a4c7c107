import * as reviews from "@first-bounce/contract/operator/reviews";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
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

/** Registers the calls for stat lines from feeds that wait for an operator's decision. */
export function registerReviews(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, reviews.listStatReviews, () => listStatReviews(services));
	registerOperatorRoute(app, reviews.acceptFaultyLine, async ({ params, body: { version }, audit }) => {
		await acceptFaultyLine(services, { id: params.id, version }, audit);
		return { accepted: true as const };
	});
	registerOperatorRoute(app, reviews.dismissFaultyLine, async ({ params, body: { version }, audit }) => {
		await dismissFaultyLine(services, { id: params.id, version }, audit);
		return { dismissed: true as const };
	});
	registerOperatorRoute(app, reviews.previewLateCorrection, ({ params }) => previewLateCorrection(services, params.id));
	registerOperatorRoute(app, reviews.previewLateCorrections, ({ body: { corrections } }) =>
		previewLateCorrections(services, corrections),
	);
	registerOperatorRoute(app, reviews.acceptLateCorrection, ({ params, body: { version }, audit }) =>
		acceptLateCorrection(services, { matchId: params.id, version }, audit),
	);
	registerOperatorRoute(app, reviews.acceptLateCorrections, async ({ body: { corrections }, audit }) => {
		await acceptLateCorrections(services, corrections, audit);
		return { accepted: corrections.length };
	});
	registerOperatorRoute(app, reviews.dismissLateCorrection, async ({ params, body: { version }, audit }) => {
		await dismissLateCorrection(services, { matchId: params.id, version }, audit);
		return { dismissed: true as const };
	});
}
