import type { User } from "@first-bounce/contract/accounts/user";
import { useQueryClient } from "@tanstack/react-query";
import { buildSession, SESSION_KEY } from "../../api/session.ts";
import { showToast } from "../../components/toast/toasts.tsx";

/** Applies the response of an account mutation: updates the cached user and shows a toast. */
export function useAccountUpdates() {
	const queries = useQueryClient();
	return {
		setUser: (user: User) => {
			queries.setQueryData(SESSION_KEY, buildSession(user));
			void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "call" });
		},
		showSuccess: (text: string) => showToast({ tone: "good", text }),
	};
}
