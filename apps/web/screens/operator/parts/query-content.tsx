import { ApiFailure } from "@first-bounce/contract/client";
import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { callKey } from "../../../api/use-call.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";

interface Props<Value> {
	readonly query: UseQueryResult<Value, Error>;
	/** The text for an empty result, and when a result is empty. */
	readonly empty?: { readonly when: (value: Value) => boolean; readonly title: string; readonly text: string };
	readonly children: (value: Value) => ReactNode;
}

const isSecondFactorNeeded = (error: Error | null) =>
	error instanceof ApiFailure && error.code === "second-factor-needed";

/** Renders a query: loading, error, empty or content. An expired second factor shows the gate again. */
export const QueryContent = <Value,>({ query, empty, children }: Props<Value>) => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const { data, error, refetch } = query;
	const needsCode = isSecondFactorNeeded(error);
	useEffect(() => {
		if (needsCode) void queries.invalidateQueries({ queryKey: callKey(showOperatorAccess) });
	}, [needsCode, queries]);
	if (error && data === undefined)
		return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	if (data === undefined) return <Skeleton height="240px" radius="var(--radius-l)" />;
	if (empty?.when(data)) return <EmptyState icon="check" title={empty.title} text={empty.text} />;
	return children(data);
};
