import { lazy, Suspense, useSyncExternalStore } from "react";
import { currentProblem, dismissProblem, subscribeProblem } from "./problem-store.ts";

const ErrorDialog = lazy(async () => ({ default: (await import("./error-dialog.tsx")).ErrorDialog }));

/** Where errors appear that must be read before going on (D1 §8); one for the whole page. */
export const ErrorModal = () => {
	const problem = useSyncExternalStore(subscribeProblem, currentProblem, currentProblem);
	if (!problem) return null;
	return (
		<Suspense>
			<ErrorDialog {...problem} onClose={dismissProblem} />
		</Suspense>
	);
};
