import { ApiFailure } from "@first-bounce/contract/client";
import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { callKey } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { LoadedContent } from "../../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import styles from "./action-dialog.module.css";

interface Props<Value> {
	readonly query: UseQueryResult<Value, Error>;
	/** The texts for an empty result, and when a result counts as empty. */
	readonly empty?: { readonly when: (value: Value) => boolean; readonly title: string; readonly text: string };
	readonly children: (value: Value) => ReactNode;
}

const isSecondFactorNeeded = (error: Error | null) =>
	error instanceof ApiFailure && error.code === "second-factor-needed";

/** Renders a query: loading, error, empty or content. An expired second factor shows the gate again. */
export const QueryContent = <Value,>({ query, empty, children }: Props<Value>) => {
	const queryClient = useQueryClient();
	const needsCode = isSecondFactorNeeded(query.error);
	useEffect(() => {
		if (needsCode) void queryClient.invalidateQueries({ queryKey: callKey(showOperatorAccess) });
	}, [needsCode, queryClient]);
	return (
		<LoadedContent query={query} height="240px" radius="var(--radius-l)">
			{(data) =>
				empty?.when(data) ? <EmptyState icon="check" title={empty.title} text={empty.text} /> : children(data)
			}
		</LoadedContent>
	);
};

interface DialogProps<Value> extends Omit<Props<Value>, "empty"> {
	readonly title: string;
	readonly onClose: () => void;
}

/** A dialog about something that is loaded when it opens. */
export const QueryDialog = <Value,>({ title, onClose, ...content }: DialogProps<Value>) => (
	<Dialog title={title} isOpen onClose={onClose}>
		<div className={styles.body}>
			<QueryContent {...content} />
		</div>
	</Dialog>
);
