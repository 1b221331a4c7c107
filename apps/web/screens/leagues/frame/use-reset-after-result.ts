import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect } from "react";

const RESULT_DISPLAY_MS = 5_000;

/** Resets a mutation after its button has shown the result for five seconds. */
export function useResetAfterResult({ status, reset }: Pick<UseMutationResult, "status" | "reset">): void {
	useEffect(() => {
		if (status === "idle" || status === "pending") return;
		const timer = setTimeout(reset, RESULT_DISPLAY_MS);
		return () => clearTimeout(timer);
	}, [status, reset]);
}
