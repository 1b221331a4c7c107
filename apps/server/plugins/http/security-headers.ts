import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const SELF = ["'self'"];
/** Browser features denied to all pages and frames. */
const PERMISSIONS = ["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"]
	.concat(["microphone", "midi", "payment", "serial", "usb", "browsing-topics"])
	.map((feature) => `${feature}=()`)
	.join(", ");

/** With `no-referrer`, browsers would send forms with the origin "null", and the origin guard would refuse them. */
const REFERRER = { policy: "same-origin" } as const;
const STRICT_TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains";

/** Sets the security headers of pages, without the content security policy. */
export function registerPageHeaders(app: FastifyInstance, isSecure: boolean): void {
	app.addHook("onRequest", (_, reply, done) => {
		reply.header("permissions-policy", PERMISSIONS).header("x-content-type-options", "nosniff");
		reply.header("referrer-policy", REFERRER.policy);
		if (isSecure) reply.header("strict-transport-security", STRICT_TRANSPORT_SECURITY);
		done();
	});
}

/** Origins outside this server that pages may load from, by kind. */
export interface ExternalSources {
	readonly scripts: readonly string[];
	readonly connections: readonly string[];
	readonly frames: readonly string[];
	readonly pictures: readonly string[];
}

/** Sets all security headers of pages. API responses get none, because computing them is slow. */
export async function registerPageSecurity(
	app: FastifyInstance,
	isSecure: boolean,
	external: ExternalSources,
): Promise<void> {
	registerPageHeaders(app, isSecure);
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: SELF,
				scriptSrc: [...SELF, ...external.scripts],
				// Component libraries set inline styles.
				styleSrc: ["'self'", "'unsafe-inline'"],
				imgSrc: ["'self'", "data:", "blob:", ...external.pictures],
				fontSrc: SELF,
				connectSrc: [...SELF, ...external.connections],
				frameSrc: [...SELF, ...external.frames],
				workerSrc: SELF,
				manifestSrc: SELF,
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				formAction: SELF,
				frameAncestors: ["'none'"],
				...(isSecure ? { upgradeInsecureRequests: [] } : {}),
			},
		},
		referrerPolicy: REFERRER,
		strictTransportSecurity: false,
		crossOriginEmbedderPolicy: false,
	});
}
