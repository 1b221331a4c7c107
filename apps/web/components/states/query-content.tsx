import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { ErrorState } from "./states.tsx";

interface Props<Value> {
	readonly query: UseQueryResult<Value, Error>;
	/** Of the placeholder while it loads. */
	readonly height: string;
	readonly radius?: string;
	readonly children: (value: Value) => ReactNode;
}

/** What a query has loaded, a placeholder until then, or why it failed. */
export const QueryContent = <Value,>({ query, height, radius = "var(--radius-s)", children }: Props<Value>) => {
	const { t } = useTranslation();
	const { data, error, refetch } = query;
	if (data !== undefined) return children(data);
	if (error) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	return <Skeleton height={height} radius={radius} />;
};
