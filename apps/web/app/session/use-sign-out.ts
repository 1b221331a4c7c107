import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { useSessionActions } from "./use-session-actions.ts";

/** Signs out and goes where that ends: the provider's own sign-out, or home. */
export function useSignOut() {
	const actions = useSessionActions();
	const navigate = useNavigate();
	return useMutation({
		mutationFn: actions.signOut,
		onSuccess: (address) => (address ? location.assign(address) : navigate(paths.home.to())),
	});
}
