import type { User } from "@first-bounce/contract/accounts/user";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { showProblem } from "../../components/error-modal/problem-store.ts";
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
async function openSupport(user: Pick<User, "firstName" | "email"> | null): Promise<void> {
	if (site.supportWidget === null) return;
	await loadScript(site.supportWidget);
	const { zE: widget } = window;
	if (!widget) throw new Error("The support script has no widget");
	if (user) widget("webWidget", "identify", { name: user.firstName, email: user.email });
	widget("webWidget", "open");
}

/** Opens the support widget for the signed-in user or a visitor, and shows an error if it cannot be opened. */
export function useOpenSupport(): { readonly isPending: boolean; readonly open: () => void } {
	const { t } = useTranslation();
	const result = useUser();
	const user = result.state === "ready" ? result.value : null;
	const widget = useMutation({
		mutationFn: () => openSupport(user),
		meta: { hasInlineError: true },
		onError: () => showProblem({ message: t("contact.widgetFailed") }),
	});
	return { isPending: widget.isPending, open: () => widget.mutate() };
}
