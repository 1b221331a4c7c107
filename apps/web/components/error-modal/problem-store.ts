import { createStore } from "../store/store.ts";

export interface Problem {
	/** Defaults to the general error title. */
	readonly title?: string;
	readonly message: string;
	/** Called when the modal is dismissed. */
	readonly onClose?: () => void;
	/** The text of the button that closes the modal, if not Cancel. */
	readonly closeLabel?: string;
	/** A second button, for a question rather than an error. */
	readonly confirm?: { readonly label: string; readonly onPress: () => void };
}

export const problemStore = createStore<Problem | null>(null);

/** Opens the error modal, replacing an error that is shown. */
export const showProblem = (problem: Problem): void => problemStore.set(problem);
export const getProblem = (): Problem | null => problemStore.get();

export function dismissProblem(): void {
	const { onClose } = getProblem() ?? {};
	problemStore.set(null);
	onClose?.();
}
