import { type AccessToken, createToken, listTokens, revokeToken } from "@first-bounce/contract/accounts/tokens";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";

/**
 * The user's access tokens. `newToken` is the text of the one created last, which the server does not send again; null once it is
 * revoked, in any section of the page, or hidden.
 */
export function useTokens(onRevoked?: () => void) {
	const queryClient = useQueryClient();
	const query = useCall(listTokens, {});
	const [created, setCreated] = useState<{ readonly id: string; readonly token: string } | null>(null);
	const storeTokens = (tokens: AccessToken[]) => queryClient.setQueryData(callKey(listTokens, {}), { tokens });
	const create = useCallMutation(createToken, {
		onSuccess: ({ token, tokens }) => {
			storeTokens(tokens);
			// The newest token comes first.
			setCreated({ id: tokens[0]?.id ?? "", token });
		},
	});
	const revoke = useCallMutation(revokeToken, {
		onSuccess: ({ tokens }) => {
			storeTokens(tokens);
			onRevoked?.();
		},
	});
	const isListed = query.data?.tokens.some(({ id }) => id === created?.id);
	return {
		query,
		create,
		revoke,
		newToken: created && isListed ? created.token : null,
		hideNewToken: () => setCreated(null),
	};
}
