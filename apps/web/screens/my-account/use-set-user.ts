import type { User } from "@first-bounce/contract/accounts/user";
import { useQueryClient } from "@tanstack/react-query";
import { buildSession, SESSION_KEY, type Session } from "../../api/session.ts";

/** Returns a function that shows the user as a call has changed her. */
export function useSetUser(): (user: User) => void {
	const queryClient = useQueryClient();
	return (user) => {
		// She may have signed out meanwhile.
		if (queryClient.getQueryData<Session>(SESSION_KEY)?.user?.id !== user.id) return;
		queryClient.setQueryData(SESSION_KEY, buildSession(user));
		void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "call" });
	};
}
