import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { useSessionActions } from "./use-session-actions.ts";

/** Signs out and goes where that ends: the provider's own sign-out, or home (D1 §4, step 6). Rejects where it failed. */
export function useSignOut(): () => Promise<void> {
	const actions = useSessionActions();
	const navigate = useNavigate();
	return async () => {
		const address = await actions.signOut();
		if (address) location.assign(address);
		else await navigate(paths.home.to());
	};
}
