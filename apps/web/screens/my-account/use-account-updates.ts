import type { User } from "@first-bounce/contract/accounts/user";
import { useQueryClient } from "@tanstack/react-query";
import { buildSession, SESSION_KEY } from "../../api/session.ts";
import { showToast } from "../../components/toast/toasts.tsx";

/** What every part of the account page does with an answer: keep the new user, and say that it is done. */
export function useAccountUpdates() {
	const queries = useQueryClient();
	return {
		keep: (user: User) => {
			queries.setQueryData(SESSION_KEY, buildSession(user));
			void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "call" });
		},
		done: (text: string) => showToast({ tone: "good", text }),
	};
}
