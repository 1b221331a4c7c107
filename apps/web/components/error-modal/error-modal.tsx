import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { loadChunk } from "../../upgrade/load-chunk.ts";
import { useStore } from "../store/store.ts";
import { dismissProblem, type Problem, problemStore } from "./problem-store.ts";

type Props = Problem & { readonly onClose: () => void };

/** Falls back to the browser's own dialogs when ours cannot be loaded, so that a lost connection does not break the page. */
const AlertFallback = ({ message, confirm: question, onClose }: Props) => {
	useEffect(() => {
		const isConfirmed = question ? confirm(message) : alert(message);
		onClose();
		if (isConfirmed) question?.onPress();
	}, [message, question, onClose]);
	return null;
};

async function loadDialog(): Promise<{ default: ComponentType<Props> }> {
	try {
		return { default: (await loadChunk(() => import("./error-dialog.tsx"), "notify")).ErrorDialog };
	} catch {
		return { default: AlertFallback };
	}
}
const ErrorDialog = lazy(loadDialog);

export const ErrorModal = () => {
	const problem = useStore(problemStore);
	if (!problem) return null;
	return (
		<Suspense>
			<ErrorDialog {...problem} onClose={dismissProblem} />
		</Suspense>
	);
};
