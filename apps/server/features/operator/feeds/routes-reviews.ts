import * as reviews from "@first-bounce/contract/operator/reviews";
import type { FastifyInstance } from "fastify";
import { operatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import {
	acceptFaultyLine,
	acceptLateCorrection,
	dismissFaultyLine,
	dismissLateCorrection,
	previewLateCorrection,
	statReviews,
} from "./stat-reviews.ts";

/** Stat lines that feeds sent and an operator decides on. */
export function registerReviews(app: FastifyInstance, services: OperatorServices): void {
	operatorRoute(app, reviews.listStatReviews, () => statReviews(services));
	operatorRoute(app, reviews.acceptFaultyLine, async ({ params, body: { version }, audit }) => {
		await acceptFaultyLine(services, { id: params.id, version }, audit);
		return { accepted: true as const };
	});
	operatorRoute(app, reviews.dismissFaultyLine, async ({ params, body: { version }, audit }) => {
		await dismissFaultyLine(services, { id: params.id, version }, audit);
		return { dismissed: true as const };
	});
	operatorRoute(app, reviews.previewLateCorrection, ({ params }) => previewLateCorrection(services, params.id));
	operatorRoute(app, reviews.acceptLateCorrection, ({ params, body: { version }, audit }) =>
		acceptLateCorrection(services, { matchId: params.id, version }, audit),
	);
	operatorRoute(app, reviews.dismissLateCorrection, async ({ params, body: { version }, audit }) => {
		await dismissLateCorrection(services, { matchId: params.id, version }, audit);
		return { dismissed: true as const };
	});
}
