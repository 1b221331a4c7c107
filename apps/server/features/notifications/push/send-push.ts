import http from "node:http";
import https from "node:https";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { encryptMessage, type Receiver } from "./encrypt-message.ts";
import { isAllowedEndpoint, lookupPublicAddress, PrivateAddressError } from "./endpoint.ts";
import type { FindVapidKeys, PushSettings } from "./push-settings.ts";
import { buildVapidHeader } from "./vapid.ts";

/** The endpoint and encryption keys of a browser's subscription. */
interface PushTarget extends Receiver {
	readonly endpoint: string;
	/** The server's public key with which the browser subscribed; null for the current one. */
	readonly vapid_key?: string | null;
}

export interface PushMessage {
	/** JSON for the service worker. */
	readonly text: string;
	/** The push service stores only the newest message of a topic for an offline browser. At most 32 characters of base64url. */
	readonly topic: string;
	/** Seconds until the push service may discard the message. */
	readonly ttl: number;
	readonly urgency: "normal" | "high";
}

/**
 * `gone`: the subscription has ended. `later`: retry after `after` milliseconds. `refused`: the push service does not accept the
 * subscription or the server's key. `dropped`: it does not accept this message.
 */
type PushOutcome =
	| { readonly kind: "sent" }
	| { readonly kind: "gone" }
	| { readonly kind: "later"; readonly after: number; readonly reason: string }
	| { readonly kind: "refused"; readonly reason: string }
	| { readonly kind: "dropped"; readonly reason: string };

export type SendPush = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;

const RESPONSE_TIMEOUT_MS = 10_000;
/** Only the status and headers of a response are used, so a longer body is cut off. */
const MAX_RESPONSE_BYTES = 4_096;
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

interface PushResponse {
	readonly status: number;
	readonly retryAfter: string | undefined;
}

interface PushRequest {
	readonly headers: Record<string, string | number>;
	readonly body: Buffer;
	readonly agent: https.Agent | null;
	readonly timeoutMs: number;
}

/** Sends a POST without following redirects, and reads the status and Retry-After only. */
export function post(endpoint: URL, { headers, body, agent, timeoutMs }: PushRequest): Promise<PushResponse> {
	return new Promise((resolve, reject) => {
		const signal = AbortSignal.timeout(timeoutMs);
		const request = (agent ? https : http).request(endpoint, {
			method: "POST",
			headers,
			signal,
			...(agent && { agent }),
		});
		request.on("error", reject);
		request.on("response", (response) => {
			const result = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
			let length = 0;
			response.on("error", reject);
			response.on("data", (chunk: Buffer) => {
				length += chunk.length;
				if (length > MAX_RESPONSE_BYTES) {
					resolve(result);
					request.destroy();
				}
			});
			response.on("end", () => resolve(result));
		});
		request.end(body);
	});
}

/** Parses a Retry-After header, a number of seconds or a date, into milliseconds from now; 0 if there is none. */
export function parseRetryAfter(retryAfter: string | undefined): number {
	const seconds = Number(retryAfter);
	const delay = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? "") - Date.now();
	return Number.isFinite(delay) ? Math.min(Math.max(0, delay), MAX_RETRY_AFTER_MS) : 0;
}

function getOutcome({ status, retryAfter }: PushResponse): PushOutcome {
	if (status >= 200 && status < 300) return { kind: "sent" };
	if (status === 404 || status === 410) return { kind: "gone" };
	const reason = `the push service responded with ${status}`;
	if (status === 413) return { kind: "dropped", reason };
	if (status === 408 || status === 425 || status === 429 || status >= 500)
		return { kind: "later", after: parseRetryAfter(retryAfter), reason };
	return { kind: "refused", reason };
}

/** Creates a sender of push messages (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). */
export function createSendPush(
	findKeys: FindVapidKeys,
	settings: Pick<PushSettings, "contact" | "allowsLoopback">,
	timeoutMs: number = RESPONSE_TIMEOUT_MS,
): SendPush & { readonly close: () => void } {
	const agent = new https.Agent({
		keepAlive: true,
		maxSockets: 16,
		...(settings.allowsLoopback ? {} : { lookup: lookupPublicAddress }),
	});
	const send: SendPush = async (
		{ endpoint, p256dh, auth, vapid_key: publicKey = null },
		{ text, topic, ttl, urgency },
	) => {
		if (!isAllowedEndpoint(endpoint, settings)) return { kind: "refused", reason: "not a public address" };
		const keys = await findKeys(publicKey);
		if (publicKey !== null && keys.publicKey !== publicKey)
			return { kind: "refused", reason: "the browser subscribed with a key that the server no longer has" };
		const url = new URL(endpoint);
		const body = encryptMessage(text, { p256dh, auth });
		const claims = { audience: url.origin, contact: settings.contact, now: Date.now() };
		const headers = {
			Authorization: buildVapidHeader(keys, claims),
			TTL: Math.round(ttl),
			Urgency: urgency,
			Topic: topic,
			"Content-Encoding": "aes128gcm",
			"Content-Type": "application/octet-stream",
			"Content-Length": body.length,
		};
		try {
			const httpsAgent = url.protocol === "https:" ? agent : null;
			return getOutcome(await post(url, { headers, body, agent: httpsAgent, timeoutMs }));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			return error instanceof PrivateAddressError ? { kind: "refused", reason } : { kind: "later", after: 0, reason };
		}
	};
	return Object.assign(send, { close: () => agent.destroy() });
}
