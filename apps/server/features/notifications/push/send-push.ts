import http from "node:http";
import https from "node:https";
import { encryptMessage } from "./encrypt-message.ts";
import { isAllowedEndpoint, lookupPublicAddress, PrivateAddressError } from "./endpoint.ts";
import type { PushSettings, VapidKeys } from "./push-settings.ts";
import { buildVapidHeader } from "./vapid.ts";

/** Where one browser takes messages, and what they are encrypted for. */
interface PushTarget {
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
}

export interface PushMessage {
	/** What the service worker reads. */
	readonly text: string;
	/** The push service stores only the newest message of a topic for an offline browser. At most 32 characters of base64url. */
	readonly topic: string;
	/** Seconds after which it is no news any more. */
	readonly ttl: number;
	readonly urgency: "normal" | "high";
}

/** `gone`: the browser takes no more. `later`: try again, not before so many milliseconds. `refused`: it never will. */
type PushOutcome =
	| { readonly kind: "sent" }
	| { readonly kind: "gone" }
	| { readonly kind: "later"; readonly after: number; readonly reason: string }
	| { readonly kind: "refused"; readonly reason: string };

export type SendPush = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;

/** Milliseconds within which a push service has to answer. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Of an answer nothing but its status counts. */
const MAX_RESPONSE_BYTES = 4_096;
const MAX_RETRY_AFTER_MS = 6 * 3_600_000;

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

function post(endpoint: URL, { headers, body, agent, timeoutMs }: PushRequest): Promise<PushResponse> {
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
			const answer = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
			let length = 0;
			response.on("error", reject);
			response.on("data", (chunk: Buffer) => {
				length += chunk.length;
				if (length > MAX_RESPONSE_BYTES) {
					resolve(answer);
					request.destroy();
				}
			});
			response.on("end", () => resolve(answer));
		});
		request.end(body);
	});
}

function parseRetryAfter(retryAfter: string | undefined): number {
	const seconds = Number(retryAfter);
	const at = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? "") - Date.now();
	return Number.isFinite(at) ? Math.min(Math.max(0, at), MAX_RETRY_AFTER_MS) : 0;
}

function getOutcome({ status, retryAfter }: PushResponse): PushOutcome {
	if (status >= 200 && status < 300) return { kind: "sent" };
	if (status === 404 || status === 410) return { kind: "gone" };
	const reason = `the push service answered ${status}`;
	if (status === 429 || status >= 500) return { kind: "later", after: parseRetryAfter(retryAfter), reason };
	return { kind: "refused", reason };
}

/** Sends messages to push services (RFC 8030), encrypted for their browsers (RFC 8291) and signed (RFC 8292). */
export function createSendPush(
	keys: () => Promise<VapidKeys>,
	settings: Pick<PushSettings, "contact" | "allowsLoopback">,
	timeoutMs: number = RESPONSE_TIMEOUT_MS,
): SendPush & { readonly close: () => void } {
	const agent = new https.Agent({
		keepAlive: true,
		maxSockets: 16,
		...(settings.allowsLoopback ? {} : { lookup: lookupPublicAddress }),
	});
	const send: SendPush = async ({ endpoint, p256dh, auth }, { text, topic, ttl, urgency }) => {
		if (!isAllowedEndpoint(endpoint, settings)) return { kind: "refused", reason: "no public address" };
		const url = new URL(endpoint);
		const body = encryptMessage(text, { p256dh, auth });
		const says = { audience: url.origin, contact: settings.contact, now: Date.now() };
		const headers = {
			Authorization: buildVapidHeader(await keys(), says),
			TTL: Math.round(ttl),
			Urgency: urgency,
			Topic: topic,
			"Content-Encoding": "aes128gcm",
			"Content-Type": "application/octet-stream",
			"Content-Length": body.length,
		};
		try {
			const by = { agent: url.protocol === "https:" ? agent : null, timeoutMs };
			return getOutcome(await post(url, { headers, body, ...by }));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			return error instanceof PrivateAddressError ? { kind: "refused", reason } : { kind: "later", after: 0, reason };
		}
	};
	return Object.assign(send, { close: () => agent.destroy() });
}
