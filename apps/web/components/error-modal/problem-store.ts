export interface Problem {
	/** Defaults to the general error title. */
	readonly title?: string;
	readonly message: string;
	/** Called when the modal is dismissed. */
	readonly onClose?: () => void;
	/** The text of the button that closes it, if not Cancel. */
	readonly closeLabel?: string;
	/** A second button, for a question rather than an error. */
	readonly confirm?: { readonly label: string; readonly onPress: () => void };
}

let problem: Problem | null = null;
const listeners = new Set<() => void>();

function setProblem(next: Problem | null): void {
	problem = next;
	for (const listener of listeners) listener();
}

/** Opens the error modal, replacing the one that is open. */
export const showProblem = (next: Problem): void => setProblem(next);
export function dismissProblem(): void {
	const { onClose } = problem ?? {};
	setProblem(null);
	onClose?.();
}
export const getProblem = (): Problem | null => problem;

export function subscribeProblem(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
