import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { refuse } from "./refusal.ts";

const SELF = ["'self'"];

/** Headers that keep a page to itself: for the pages alone, since working them out costs a small answer a quarter. */
export async function registerPageSecurity(app: FastifyInstance, isSecure: boolean): Promise<void> {
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: SELF,
				scriptSrc: SELF,
				// Component libraries set styles by element; scripts stay strict.
				styleSrc: ["'self'", "'unsafe-inline'"],
				imgSrc: ["'self'", "data:", "blob:"],
				fontSrc: SELF,
				connectSrc: SELF,
				workerSrc: SELF,
				manifestSrc: SELF,
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				formAction: SELF,
				frameAncestors: ["'none'"],
				...(isSecure ? { upgradeInsecureRequests: [] } : {}),
			},
		},
		// With no-referrer a browser's own forms would come with the origin "null".
		referrerPolicy: { policy: "same-origin" },
		strictTransportSecurity: isSecure,
		crossOriginEmbedderPolicy: false,
	});
}

/** The counter behind every route that states how often it may be called. */
export async function registerLimits(app: FastifyInstance): Promise<void> {
	await app.register(rateLimit, {
		global: false,
		errorResponseBuilder: (_, { ttl }) => refuse(429, "too-many-requests", { seconds: Math.ceil(ttl / 1000) }),
	});
}
