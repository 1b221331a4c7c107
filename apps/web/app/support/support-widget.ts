import type { User } from "@first-bounce/contract/accounts/user";
import { loadScript } from "../load-script.ts";
import { site } from "../site.ts";

/** Zendesk's web widget API, which other providers support too. */
type Widget = (part: "webWidget", command: "identify" | "open", person?: { name: string; email: string }) => void;

declare global {
	interface Window {
		zE?: Widget;
	}
}

/**
 * Opens the site's support widget and identifies the user by first name and email.
 *
 * @throws Error if the provider's script fails to load or has no widget
 */
export async function openSupport(user: Pick<User, "firstName" | "email"> | null): Promise<void> {
	if (site.supportWidget === null) return;
	await loadScript(site.supportWidget);
	const { zE: widget } = window;
	if (!widget) throw new Error("The support script has no widget");
	if (user) widget("webWidget", "identify", { name: user.firstName, email: user.email });
	widget("webWidget", "open");
}
