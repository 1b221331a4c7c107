import type { User } from "@first-bounce/contract/accounts/user";
import { useQuery } from "@tanstack/react-query";
import { site } from "../app/site.ts";
import { sessionQuery } from "./session.ts";
import type { Loaded } from "./use-season.ts";

/** The signed-in user; null for a visitor, for whom the server answers 401 or 403 (D1.4.19). */
export function useUser(): Loaded<User | null> {
	// Otherwise every component that mounts after a failure would request the user again.
	const result = useQuery({ ...sessionQuery, staleTime: 60_000, retryOnMount: false });
	if (result.data) return { state: "ready", value: result.data.user };
	if (result.error) return { state: "error", error: result.error, retry: () => void result.refetch() };
	return { state: "pending" };
}

/** Whether the viewer is a visitor on a site with PUBLIC_READ; false while the session is loading. */
export function useIsVisitor(): boolean {
	const { data } = useQuery({ ...sessionQuery, staleTime: 60_000, retryOnMount: false, enabled: site.isPublicRead });
	return site.isPublicRead && data?.user === null;
}
