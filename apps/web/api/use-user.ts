import type { User } from "@first-bounce/contract/accounts/user";
import { useQuery } from "@tanstack/react-query";
import { site } from "../app/site.ts";
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

/** Whether a visitor reads a page that the site opens to visitors; false while it is not known who is signed in. */
export function useIsVisitor(): boolean {
	const { data } = useQuery({ ...sessionQuery, staleTime: 60_000, retryOnMount: false, enabled: site.isPublicRead });
	return site.isPublicRead && data?.user === null;
}
