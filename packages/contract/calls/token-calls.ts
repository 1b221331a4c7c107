import type * as tokens from "../accounts/tokens.ts";
import { call } from "../calls.ts";

/** The calls for access tokens, in a file of their own so that only My account loads them. */
export const listTokens = call<typeof tokens.listTokens>("GET", "/user/tokens");
export const createToken = call<typeof tokens.createToken>("POST", "/user/tokens/create");
export const revokeToken = call<typeof tokens.revokeToken>("POST", "/user/tokens/revoke");
