import type { User } from "@first-bounce/contract/accounts/user";
import { useQueryClient } from "@tanstack/react-query";
import { buildSession, SESSION_KEY, type Session } from "../../api/session.ts";
import { showToast } from "../../components/toast/toasts.tsx";

/** Applies the response of an account mutation: updates the cached user and shows a toast. */
export function useAccountUpdates() {
	const queries = useQueryClient();
	return {
		setUser: (user: User) => {
			// She may have signed out meanwhile.
			if (queries.getQueryData<Session>(SESSION_KEY)?.user?.id !== user.id) return;
			queries.setQueryData(SESSION_KEY, buildSession(user));
			void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "call" });
		},
		showSuccess: (text: string) => showToast({ tone: "good", text }),
	};
}
