import type { User } from "@first-bounce/contract/accounts/user";
import { loadScript } from "../load-script.ts";
import { site } from "../site.ts";

/** What the widget's script leaves behind: the calls of Zendesk's web widget, which others offer too. */
type Widget = (part: "webWidget", deed: "identify" | "open", person?: { name: string; email: string }) => void;

declare global {
	interface Window {
		zE?: Widget;
	}
}

/**
 * Opens the site's support window; who is signed in is named to it by first name and e-mail (D1 §2).
 *
 * @throws Error where the provider's script cannot be had, or offers no window
 */
export async function openSupport(user: Pick<User, "firstName" | "email"> | null): Promise<void> {
	if (site.supportWidget === null) return;
	await loadScript(site.supportWidget);
	const { zE: widget } = window;
	if (!widget) throw new Error("The support script offers no window");
	if (user) widget("webWidget", "identify", { name: user.firstName, email: user.email });
	widget("webWidget", "open");
}
