import type { CallDefinition } from "@first-bounce/contract/call";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { type AuditContext, formatOperatorActor } from "../../plugins/audit.ts";
import type { RequestContext } from "../../plugins/request-context.ts";
import { route, type SeasonRequirement } from "../../plugins/route.ts";

/** Limits per address, well above what a person needs. */
const MAX_READS_PER_MINUTE = 300;
const MAX_WRITES_PER_MINUTE = 60;

/**
 * Returns a function that registers rate-limited routes for verified operators. `needs` is the season that the calls require,
 * by default any current season, and `perMinute` is how many requests an address may send in a minute. A handler's `audit` has
 * the operator and the given reason.
 */
export const createOperatorRoutes =
	(app: FastifyInstance, needs: SeasonRequirement = "season") =>
	<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, S extends z.ZodType>(
		call: CallDefinition<P, Q, B, S>,
		handler: (
			context: RequestContext<z.output<P>, z.output<Q>, z.output<B>> & { readonly audit: AuditContext },
		) => Promise<z.output<S>> | z.output<S>,
		perMinute = call.method === "GET" ? MAX_READS_PER_MINUTE : MAX_WRITES_PER_MINUTE,
	): void => {
		if (call.access !== "operator") throw new Error(`${call.path} must be declared with operator access`);
		route(app, call, {
			needs,
			perMinute,
			handler: (context) => {
				const body: unknown = context.body;
				const reason = typeof body === "object" && body !== null && "reason" in body ? body.reason : "";
				const audit = { actor: formatOperatorActor(context.caller.userId), reason: String(reason) };
				return handler(Object.assign(context, { audit }));
			},
		});
	};
