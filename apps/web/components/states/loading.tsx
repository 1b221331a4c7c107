import { useTranslation } from "react-i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { ErrorState, type QueryState } from "./states.tsx";

interface Props {
	readonly queries: readonly QueryState[];
	/** The season, if it is needed too. */
	readonly season?:
		| { readonly state: "pending" | "ready" }
		| { readonly state: "error"; readonly error: Error; readonly retry: () => void };
	readonly height: string;
}

/** Stands in for a part of a page until what it needs is loaded. If that failed, it says why, with a button that tries again. */
export const Loading = ({ queries, season = { state: "ready" }, height }: Props) => {
	const { t } = useTranslation();
	const failed = queries.filter(({ data, error }) => error !== null && data === undefined);
	const error = season.state === "error" ? season.error : failed[0]?.error;
	if (!error) return <Skeleton height={height} radius="var(--radius-l)" />;
	const retry = () => {
		if (season.state === "error") season.retry();
		for (const query of failed) void query.refetch();
	};
	return <ErrorState reason={getErrorMessage(error, t)} onRetry={retry} />;
};
