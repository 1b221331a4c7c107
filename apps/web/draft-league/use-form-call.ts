import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import { useCallMutation } from "../api/use-call.ts";
import { showToast } from "../components/toast/toasts.tsx";

interface Options<C extends Call> {
	/** Shows what the call has changed: loads it again, or takes it from the answer. */
	readonly refresh: (answer: SuccessOf<C>) => Promise<unknown>;
	/** Says in a toast what was done. */
	readonly getText: (answer: SuccessOf<C>, args: Arguments<C>) => string;
	readonly onDone?: () => void;
}

/** A call that a form sends, which shows why it failed. It is pending until the change is on screen. */
export const useFormCall = <C extends Call>(call: C, { refresh, getText, onDone }: Options<C>) =>
	useCallMutation(call, {
		meta: { hasInlineError: true },
		onSuccess: async (answer, args) => {
			await refresh(answer);
			showToast({ tone: "good", text: getText(answer, args) });
			onDone?.();
		},
	});
