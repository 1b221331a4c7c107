import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadingOrError } from "./loading-or-error.tsx";

interface Props<Value> {
	readonly query: UseQueryResult<Value, Error>;
	/** Of the placeholder while it loads. */
	readonly height: string;
	readonly radius?: string;
	readonly children: (value: Value) => ReactNode;
}

/** What a query has loaded, a placeholder until then, or why it failed. */
export const LoadedContent = <Value,>({ query, height, radius = "var(--radius-s)", children }: Props<Value>) =>
	query.data === undefined ? <LoadingOrError of={[query]} height={height} radius={radius} /> : children(query.data);
