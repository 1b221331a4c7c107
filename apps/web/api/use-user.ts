import type { User } from "@first-bounce/contract/accounts/user";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./session.ts";
import type { Loaded } from "./use-season.ts";

/** The signed-in user; null for a visitor. A refusal is silent and means a visitor (D1.4.19). */
export function useUser(): Loaded<User | null> {
	// Without `retryOnMount: false`, a page that mounts after a failure would load the user again, and again after that.
	const result = useQuery({ ...sessionQuery, staleTime: 60_000, retryOnMount: false });
	if (result.data) return { state: "ready", value: result.data.user };
	if (result.error) return { state: "error", error: result.error, retry: () => void result.refetch() };
	return { state: "pending" };
}

/** Whether nobody is signed in; false while that is not known. */
export function useIsVisitor(): boolean {
	const user = useUser();
	return user.state === "ready" && user.value === null;
}
