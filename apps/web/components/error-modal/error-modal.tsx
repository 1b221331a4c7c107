import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { dismissProblem, getProblem, type Problem, subscribeProblem } from "./problem-store.ts";

type Props = Problem & { readonly onClose: () => void };

/** Says it by the browser's own means where the dialog cannot be had: the page must not go with a lost connection. */
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

/** Where errors appear that must be read before going on (D1 §8); one for the whole page. */
export const ErrorModal = () => {
	const problem = useSyncExternalStore(subscribeProblem, getProblem, getProblem);
	if (!problem) return null;
	return (
		<Suspense>
			<ErrorDialog {...problem} onClose={dismissProblem} />
		</Suspense>
	);
};
