import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect } from "react";

/** How long the result is shown. */
const RESULT_DISPLAY_MS = 5_000;

/** A button says for five seconds how its mutation ended, then it can be pressed again. */
export function useResetAfterResult({ status, reset }: Pick<UseMutationResult, "status" | "reset">): void {
	useEffect(() => {
		if (status === "idle" || status === "pending") return;
		const timer = setTimeout(reset, RESULT_DISPLAY_MS);
		return () => clearTimeout(timer);
	}, [status, reset]);
}
