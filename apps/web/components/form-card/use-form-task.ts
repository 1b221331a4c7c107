import { useRef, useState } from "react";

/** Runs one task at a time: pressing again while it runs does nothing. A failure goes to `onFailure`. */
export function useFormTask(onFailure: (error: unknown) => void) {
	const [isRunning, setRunning] = useState(false);
	const isBusy = useRef(false);
	const run = async (task: () => Promise<unknown>) => {
		if (isBusy.current) return;
		isBusy.current = true;
		setRunning(true);
		try {
			await task();
		} catch (error) {
			onFailure(error);
		} finally {
			isBusy.current = false;
			setRunning(false);
		}
	};
	return { isRunning, run: (task: () => Promise<unknown>) => void run(task) };
}
