import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../paths.ts";

/** Loads the session actions for a page that needs them only after a press, so that the page starts sooner. */
export const loadSessionActions = async (queries: QueryClient) =>
	(await import("./use-session-actions.ts")).createSessionActions(queries);

/** Signs out, then opens the provider's sign-out page or the home page. */
export function useSignOut() {
	const queries = useQueryClient();
	const navigate = useNavigate();
	return useMutation({
		mutationFn: async () => (await loadSessionActions(queries)).signOut(),
		onSuccess: (address) => (address ? location.assign(address) : navigate(paths.home.to())),
	});
}
