import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { refuse } from "../refusal.ts";
import { getClientNetwork } from "./client-address.ts";

/** Registers the rate limiter; only routes with a limit use it. */
export async function registerRateLimit(app: FastifyInstance): Promise<void> {
	await app.register(rateLimit, {
		global: false,
		keyGenerator: (request) => getClientNetwork(request),
		errorResponseBuilder: (_, { ttl }) => refuse(429, "too-many-requests", { seconds: Math.ceil(ttl / 1000) }),
	});
}
