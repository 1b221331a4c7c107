import type { User } from "@first-bounce/contract/user";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SESSION_KEY, sessionOf } from "../../api/session.ts";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { showToast } from "../../components/toast/toasts.tsx";
import { problemWords } from "../../wording/problem.ts";

/** What every part of the account page does with an answer: keep the new user, say that it is done, or why not. */
export function useAccount() {
	const { t } = useTranslation();
	const queries = useQueryClient();
	return {
		keep: (user: User) => {
			queries.setQueryData(SESSION_KEY, sessionOf(user));
			void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "call" });
		},
		done: (text: string) => showToast({ tone: "good", text }),
		fail: (error: unknown) => showProblem({ message: problemWords(error, t) }),
	};
}
