import https from "node:https";
import { lookupPublicAddress, PrivateAddressError } from "../../notifications/push/endpoint.ts";
import { parseRetryAfter, post } from "../../notifications/push/send-push.ts";
import { parseWebhookAddress } from "./address.ts";

const RESPONSE_TIMEOUT_MS = 10_000;
/** The statuses with which the services respond if a webhook has been deleted there. */
const DELETED_STATUSES = [401, 403, 404, 410];

/**
 * `later`: try again, after `after` milliseconds unless that is 0; `isBusy` if the service has had too many requests.
 * `gone`: the address is no longer valid. `refused`: the service would refuse the same message again.
 */
export type WebhookOutcome =
	| { readonly kind: "sent" }
	| { readonly kind: "later"; readonly after: number; readonly isBusy: boolean; readonly reason: string }
	| { readonly kind: "gone" | "refused"; readonly reason: string };

export type SendWebhook = (address: string, body: string) => Promise<WebhookOutcome>;

export interface WebhookConnection {
	/** Resolves the host on every connection, to public addresses only. */
	readonly agent: https.Agent | null;
	readonly getTarget: (address: URL) => URL;
	readonly timeoutMs: number;
}

/** Creates the agent for connections to webhooks. By default, `lookup` accepts only public addresses. */
export const createWebhookAgent = (lookup = lookupPublicAddress): https.Agent =>
	new https.Agent({ keepAlive: false, maxSockets: 8, lookup });

/** Creates the function that sends webhooks. Only tests pass a connection, to a server of their own. */
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
			return { kind: DELETED_STATUSES.includes(status) ? "gone" : "refused", reason };
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			if (error instanceof PrivateAddressError) return { kind: "refused", reason };
			return { kind: "later", after: 0, isBusy: false, reason };
		}
	};
}
