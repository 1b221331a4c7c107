import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { ErrorState, QueryError } from "./states.tsx";
import { type Source, useFailure } from "./use-failure.ts";

/** The size of what is loaded, or a skeleton of its parts. */
type Placeholder = Pick<ComponentProps<typeof Skeleton>, "height" | "radius"> | { readonly skeleton: ReactNode };

type Props = Placeholder & {
	readonly of: readonly Source[];
	/** It stands in a page that shows other things too, so the failure is only a notice. */
	readonly isPart?: boolean;
};

/** Stands for what is not loaded: why it failed, with a button that tries again, or else a skeleton. */
export const LoadingOrError = ({ of: sources, isPart = false, ...placeholder }: Props) => {
	const failure = useFailure(sources);
	if (failure) return isPart ? <QueryError queries={sources} /> : <ErrorState {...failure} />;
	return "skeleton" in placeholder ? placeholder.skeleton : <Skeleton radius="var(--radius-l)" {...placeholder} />;
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
