import https from "node:https";
import { lookupPublicAddress, PrivateAddressError } from "../../notifications/push/endpoint.ts";
import { parseRetryAfter, post } from "../../notifications/push/send-push.ts";
import { parseWebhookAddress } from "./address.ts";

const RESPONSE_TIMEOUT_MS = 10_000;
/** What the services respond for a webhook that was deleted there. */
const GONE = [401, 403, 404, 410];

/**
 * `later`: to be retried, after `after` milliseconds if the service asks for it. `gone`: the address is no longer valid.
 * `refused`: the same message would be refused again.
 */
export type WebhookOutcome =
	| { readonly kind: "sent" }
	| { readonly kind: "later"; readonly after: number; readonly isBusy: boolean; readonly reason: string }
	| { readonly kind: "gone" | "refused"; readonly reason: string };

export type SendWebhook = (address: string, body: string) => Promise<WebhookOutcome>;

export interface WebhookConnection {
	/** Resolves the host on every connection, to public addresses only. */
	readonly agent: https.Agent | null;
	/** The address to connect to. */
	readonly getTarget: (address: URL) => URL;
	readonly timeoutMs: number;
}

/** Creates the agent of connections to webhooks. Its `lookup` decides which addresses a host may have. */
export const createWebhookAgent = (lookup = lookupPublicAddress): https.Agent =>
	new https.Agent({ keepAlive: false, maxSockets: 8, lookup });

/** Creates a sender of webhooks. Tests pass a connection to a stand-in; no setting does. */
export function createSendWebhook(connection: Partial<WebhookConnection> = {}): SendWebhook {
	const { agent = createWebhookAgent(), getTarget = (url: URL) => url, timeoutMs = RESPONSE_TIMEOUT_MS } = connection;
	return async (address, body) => {
		if (!parseWebhookAddress(address)) return { kind: "refused", reason: "not an address of Discord or Slack" };
		const headers = {
			"Content-Type": "application/json",
			"Content-Length": Buffer.byteLength(body),
			"User-Agent": "First Bounce",
		};
		try {
			const options = { headers, body: Buffer.from(body), agent, timeoutMs };
			// Redirects are not followed: they are responses like any other.
			const { status, retryAfter } = await post(getTarget(new URL(address)), options);
			if (status >= 200 && status < 300) return { kind: "sent" };
			const reason = `the service responded with ${status}`;
			const isBusy = status === 429;
			if (isBusy || status >= 500)
				return { kind: "later", after: isBusy ? parseRetryAfter(retryAfter) : 0, isBusy, reason };
			return { kind: GONE.includes(status) ? "gone" : "refused", reason };
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			if (error instanceof PrivateAddressError) return { kind: "refused", reason };
			return { kind: "later", after: 0, isBusy: false, reason };
		}
	};
}
