import type * as passkeys from "../accounts/passkeys.ts";
import { call } from "../calls.ts";

/** The calls for passkeys, in a file of their own so that only My account loads them. */
export const listPasskeys = call<typeof passkeys.listPasskeys>("GET", "/user/passkeys");
export const startPasskey = call<typeof passkeys.startPasskey>("POST", "/user/passkeys/start");
export const addPasskey = call<typeof passkeys.addPasskey>("POST", "/user/passkeys/add");
export const removePasskey = call<typeof passkeys.removePasskey>("POST", "/user/passkeys/remove");
