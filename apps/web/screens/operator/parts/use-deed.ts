import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { showToast } from "../../../components/toast/toasts.tsx";

/** Runs one action of the console: afterwards everything the console shows is asked for again. */
export function useDeed(onDone: () => void) {
	const queries = useQueryClient();
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const run = async (deed: () => Promise<unknown>, done: string) => {
		setPending(true);
		setError(null);
		try {
			await deed();
			showToast({ text: done, tone: "good" });
			onDone();
			await queries.invalidateQueries({
				predicate: ({ queryKey: [kind, path] }) => kind === "call" && String(path).startsWith("/operator"),
			});
		} catch (failure) {
			setError(failure);
		} finally {
			setPending(false);
		}
	};
	return { run: (deed: () => Promise<unknown>, done: string) => void run(deed, done), error, isPending };
}
