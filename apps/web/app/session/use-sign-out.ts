import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { loadChunk } from "../../upgrade/load-chunk.ts";
import { UNSAVED_TEAM_KEY } from "../../upgrade/unsaved-work.ts";
import { paths } from "../paths.ts";
import { listStoredKeys } from "./browser-storage.ts";

/** Loads the session actions for a page that needs them only after a press, so that the page starts sooner. */
export const loadSessionActions = async (queryClient: QueryClient) =>
	(await loadChunk(() => import("./use-session-actions.ts"))).createSessionActions(queryClient);

const hasUnsavedTeam = (): boolean => listStoredKeys("local").some((key) => key.startsWith(`${UNSAVED_TEAM_KEY}:`));

/** Signs out, then opens the provider's sign-out page or the home page. Asks first if that deletes an unsaved team. */
export function useSignOut(): { readonly isPending: boolean; readonly signOut: () => void } {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const { isPending, mutate } = useMutation({
		mutationFn: async () => (await loadSessionActions(queryClient)).signOut(),
		onSuccess: (address) => (address ? location.assign(address) : navigate(paths.home.to())),
	});
	const signOut = () => {
		if (!hasUnsavedTeam()) return mutate();
		showProblem({
			title: t("session.unsavedTitle"),
			message: t("session.unsavedText"),
			confirm: { label: t("nav.signOut"), onPress: mutate },
		});
	};
	return { isPending, signOut };
}
