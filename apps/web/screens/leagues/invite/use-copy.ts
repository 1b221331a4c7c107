import { useRequestState } from "../frame/use-request-state.ts";

/** Copies a text and tells how that stands; a browser without a clipboard, or one that refuses, is a failure. */
export function useCopy(text: string) {
	const { state, run } = useRequestState();
	const copy = () =>
		run(async () => {
			if (!navigator.clipboard) throw new Error("This browser cannot copy");
			await navigator.clipboard.writeText(text);
		});
	return { state, copy: () => void copy() };
}
