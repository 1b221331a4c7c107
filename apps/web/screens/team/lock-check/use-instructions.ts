import {
	addInstruction,
	deleteInstruction,
	type Instructions,
	listInstructions,
	orderInstructions,
	replaceInstruction,
} from "@first-bounce/contract/team/instructions";
import { useQueryClient } from "@tanstack/react-query";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";

/** The team's instructions, and the calls that change them; each returns all of them. */
export function useInstructions() {
	const queryClient = useQueryClient();
	const onSuccess = (saved: Instructions) => queryClient.setQueryData(callKey(listInstructions, {}), saved);
	return {
		query: useCall(listInstructions, {}),
		add: useCallMutation(addInstruction, { onSuccess }),
		replace: useCallMutation(replaceInstruction, { onSuccess }),
		remove: useCallMutation(deleteInstruction, { onSuccess }),
		order: useCallMutation(orderInstructions, { onSuccess }),
	};
}
