import type { User } from "@first-bounce/contract/accounts/user";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./session.ts";
import type { Loaded } from "./use-season.ts";

/** Who is signed in; null for a visitor. The initial load fails silently (D1 §8): any refusal means a visitor. */
export function useUser(): Loaded<User | null> {
	const answer = useQuery({ ...sessionQuery, staleTime: 60_000 });
	if (answer.data) return { state: "ready", value: answer.data.user };
	if (answer.error) return { state: "error", error: answer.error, retry: () => void answer.refetch() };
	return { state: "pending" };
}
