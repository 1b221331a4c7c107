export type WebhookService = "discord" | "slack";

const PATHS: Readonly<Record<WebhookService, RegExp>> = {
	discord: /^\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/[\w-]{20,120}$/,
	slack: /^\/services\/T[A-Z\d]{5,20}\/B[A-Z\d]{5,20}\/[A-Za-z\d]{10,60}$/,
};
const HOSTS: Readonly<Record<string, WebhookService>> = { "discord.com": "discord", "hooks.slack.com": "slack" };

/**
 * Parses a webhook's address into its service and its normalised form; null if it is not an address of either service.
 * Which network address the host has is checked when the server connects to it.
 */
export function parseWebhookAddress(
	text: string,
): { readonly service: WebhookService; readonly address: string } | null {
	const url = URL.parse(text.trim());
	if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
	if (url.search !== "" || url.hash !== "") return null;
	const service = Object.hasOwn(HOSTS, url.hostname) ? HOSTS[url.hostname] : undefined;
	return service && PATHS[service].test(url.pathname) ? { service, address: url.href } : null;
}

/** The last four characters, enough to recognise an address but not to use it. */
export const maskAddress = (address: string): string => `…${address.slice(-4)}`;
