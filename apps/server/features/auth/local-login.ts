import { refuse } from "../../plugins/refusal.ts";

/** Whether people sign in, register and change their passwords here; with an identity provider of one's own, there. */
export interface LocalLogin {
	readonly isOpen: boolean;
}

export function requireLocalLogin({ isOpen }: LocalLogin): void {
	if (!isOpen) throw refuse(403, "local-login-closed");
}
