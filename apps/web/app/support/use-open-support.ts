import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { openSupport } from "./support-widget.ts";

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
