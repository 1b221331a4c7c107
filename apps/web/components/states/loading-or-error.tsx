import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { ErrorState, type QueryState } from "./states.tsx";

/** A query, or what `useSeason` and `useUser` return. */
type Source = QueryState | { readonly state: "pending" | "ready" } | ({ readonly state: "error" } & Failure);

interface Failure {
	readonly error: Error;
	readonly retry: () => unknown;
}

/** The failure of a source that has nothing to show; empty if it has not failed. */
function listFailures(source: Source): readonly Failure[] {
	if ("state" in source) return source.state === "error" ? [source] : [];
	const { data, error, refetch } = source;
	return error && data === undefined ? [{ error, retry: refetch }] : [];
}

/** The size of what is loaded, or a skeleton of its parts. */
type Placeholder = Pick<ComponentProps<typeof Skeleton>, "height" | "radius"> | { readonly skeleton: ReactNode };

/** Stands for what is not loaded: why it failed, with a button that tries again, or else a skeleton. */
export const LoadingOrError = ({ of: sources, ...placeholder }: Placeholder & { readonly of: readonly Source[] }) => {
	const { t } = useTranslation();
	const failures = sources.flatMap(listFailures);
	const [first] = failures;
	if (!first)
		return "skeleton" in placeholder ? placeholder.skeleton : <Skeleton radius="var(--radius-l)" {...placeholder} />;
	const retry = () => {
		for (const failure of failures) void failure.retry();
	};
	return <ErrorState reason={getErrorMessage(first.error, t)} onRetry={retry} />;
};

interface LoadedProps<Value> {
	readonly query: UseQueryResult<Value, Error>;
	/** Of the placeholder while it loads. */
	readonly height: string;
	readonly radius?: string;
	readonly children: (value: Value) => ReactNode;
}

/** What a query has loaded, a placeholder until then, or why it failed. */
export const LoadedContent = <Value,>({ query, height, radius = "var(--radius-s)", children }: LoadedProps<Value>) =>
	query.data === undefined ? <LoadingOrError of={[query]} height={height} radius={radius} /> : children(query.data);
