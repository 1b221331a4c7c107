import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";

interface Failure {
	readonly error: Error;
	readonly retry: () => unknown;
}

interface QueryState {
	readonly data: unknown;
	readonly error: Error | null;
	readonly refetch: () => unknown;
}

/** A query, or what `useSeason` and `useUser` return. */
export type Source = QueryState | { readonly state: "pending" | "ready" } | ({ readonly state: "error" } & Failure);

/** The failure of a source that has nothing to show; empty if it has not failed. */
function listFailures(source: Source): readonly Failure[] {
	if ("state" in source) return source.state === "error" ? [source] : [];
	const { data, error, refetch } = source;
	return error && data === undefined ? [{ error, retry: refetch }] : [];
}

/** Why the first failed source failed, and a function that tries all failed sources again. Null if none has failed. */
export function useFailure(
	sources: readonly Source[],
): { readonly reason: string; readonly onRetry: () => void } | null {
	const { t } = useTranslation();
	const failures = sources.flatMap(listFailures);
	const [first] = failures;
	if (!first) return null;
	const onRetry = () => {
		for (const { retry } of failures) void retry();
	};
	return { reason: getErrorMessage(first.error, t), onRetry };
}
