export interface Problem {
	/** Absent: the title that every failure has. */
	readonly title?: string;
	readonly message: string;
	/** PushRegistration when it has been read and put away. */
	readonly onClose?: () => void;
}

let problem: Problem | null = null;
const listeners = new Set<() => void>();

function setProblem(next: Problem | null): void {
	problem = next;
	for (const listener of listeners) listener();
}

/** Opens the error modal with the server's words (D1 §8); another one takes its place. */
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
