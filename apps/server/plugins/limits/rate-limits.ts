import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { getClientNetwork } from "../http/client-address.ts";
import { refuse } from "../refusal.ts";

/** Rate limits per address or account. Sign-ups per hour and per day are counted per network. */
export interface Limits {
	readonly guessesPerMinute: number;
	readonly signInsPerMinute: number;
	readonly signUpsPerMinute: number;
	readonly signUpsPerHour: number;
	readonly signUpsPerDay: number;
}

/** Maximum number of requests that one account may make with access tokens per minute. */
export const TOKEN_REQUESTS_PER_MINUTE = 120;

/** Sign-up limits allow for a club or a school that signs up from one address. */
export const LIMITS: Limits = {
	guessesPerMinute: 10,
	signInsPerMinute: 60,
	signUpsPerMinute: 20,
	signUpsPerHour: 30,
	signUpsPerDay: 100,
};

/** Registers the rate limiter; only routes with a limit use it. */
export async function registerRateLimit(app: FastifyInstance): Promise<void> {
	await app.register(rateLimit, {
		global: false,
		keyGenerator: (request) => getClientNetwork(request),
		errorResponseBuilder: (_, { ttl }) => refuse(429, "too-many-requests", { seconds: Math.ceil(ttl / 1000) }),
	});
}
