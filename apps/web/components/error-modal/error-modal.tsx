import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { dismissProblem, getProblem, type Problem, subscribeProblem } from "./problem-store.ts";

type Props = Problem & { readonly onClose: () => void };

/** Falls back to `alert` when the dialog cannot be loaded, so that a lost connection does not break the page. */
const AlertFallback = ({ message, onClose }: Props) => {
	useEffect(() => {
		alert(message);
		onClose();
	}, [message, onClose]);
	return null;
};

async function loadDialog(): Promise<{ default: ComponentType<Props> }> {
	try {
		return { default: (await import("./error-dialog.tsx")).ErrorDialog };
	} catch {
		return { default: AlertFallback };
	}
}
const ErrorDialog = lazy(loadDialog);

/** The page's error modal. */
export const ErrorModal = () => {
	const problem = useSyncExternalStore(subscribeProblem, getProblem, getProblem);
	if (!problem) return null;
	return (
		<Suspense>
			<ErrorDialog {...problem} onClose={dismissProblem} />
		</Suspense>
	);
};
