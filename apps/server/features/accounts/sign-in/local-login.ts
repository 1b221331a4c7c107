import { refuse } from "../../../plugins/refusal.ts";

/** Whether people sign in, register and change passwords here rather than at an external identity provider. */
export interface LocalLogin {
	readonly isOpen: boolean;
}

export function requireLocalLogin({ isOpen }: LocalLogin): void {
	if (!isOpen) throw refuse(403, "local-login-closed");
}
