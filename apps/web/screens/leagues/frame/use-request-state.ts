import { useEffect, useRef, useState } from "react";

/** How a thing that a button does stands (D2 §4). */
export type RequestState = "idle" | "pending" | "success" | "error";

/** D2 §9. */
const IDLE_AGAIN = 5_000;

/** Runs one task at a time; how it ended stays in sight for five seconds, or until `reset`. */
export function useRequestState(onFailure: (error: unknown) => void = () => undefined) {
	const [state, setState] = useState<RequestState>("idle");
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const isBusy = useRef(false);
	useEffect(() => () => clearTimeout(timer.current), []);
	const end = (ended: "success" | "error") => {
		isBusy.current = false;
		setState(ended);
		timer.current = setTimeout(() => setState("idle"), IDLE_AGAIN);
	};
	const run = async (task: () => Promise<unknown>): Promise<boolean> => {
		if (isBusy.current) return false;
		isBusy.current = true;
		clearTimeout(timer.current);
		setState("pending");
		try {
			await task();
			end("success");
			return true;
		} catch (error) {
			end("error");
			onFailure(error);
			return false;
		}
	};
	const reset = () => {
		if (isBusy.current) return;
		clearTimeout(timer.current);
		setState("idle");
	};
	return { state, run, reset };
}
