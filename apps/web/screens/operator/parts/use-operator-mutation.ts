import { useMutation, useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { showToast } from "../../../components/toast/toasts.tsx";

interface Options<Variables> {
	readonly mutationFn: (variables: Variables) => Promise<unknown>;
	/** The success toast. */
	readonly done: string;
	readonly onDone: () => void;
}

/** A mutation of the console, which then refetches all console data. The caller shows the error. */
export function useOperatorMutation<Variables>({ mutationFn, done, onDone }: Options<Variables>) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn,
		meta: { hasInlineError: true },
		onSuccess: () => {
			showToast({ text: done, tone: "good" });
			// The dialog closes first, so that its own queries are not refetched.
			flushSync(onDone);
			return queryClient.invalidateQueries({
				predicate: ({ queryKey: [kind, path] }) => kind === "call" && String(path).startsWith("/operator"),
			});
		},
	});
}
