import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { ErrorState } from "./states.tsx";

/** A query, or what `useSeason` and `useUser` return. */
type Source =
	| { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown }
	| { readonly state: "pending" | "ready" }
	| { readonly state: "error"; readonly error: Error; readonly retry: () => void };

/** The error of a source that has nothing to show. */
function findFailure(source: Source): { readonly error: Error; readonly retry: () => void } | null {
	if ("state" in source) return source.state === "error" ? source : null;
	const { data, error, refetch } = source;
	return error && data === undefined ? { error, retry: () => void refetch() } : null;
}

interface Props {
	readonly of: readonly Source[];
	/** The size of what is loaded. */
	readonly height: string;
	readonly radius?: string;
}

/** Stands for what is not loaded: why it failed, with a button that tries again, or else a skeleton. */
export const LoadingOrError = ({ of: sources, height, radius = "var(--radius-l)" }: Props) => {
	const { t } = useTranslation();
	const [failure] = sources.flatMap((source) => findFailure(source) ?? []);
	if (failure) return <ErrorState reason={getErrorMessage(failure.error, t)} onRetry={failure.retry} />;
	return <Skeleton height={height} radius={radius} />;
};
