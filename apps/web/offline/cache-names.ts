/** The one page for all, empty: what any screen is drawn in without a connection. */
export const SHELL_CACHE = "first-bounce-shell-3";
/** Hashed files outside the precache, of screens that were opened. */
export const ASSET_CACHE = "first-bounce-assets-1";
/** The season, the help and the words, as last seen. */
export const SEEN_CACHE = "first-bounce-seen-1";
/** A user's own answers, dropped when she signs out. */
export const OWN_CACHE = "first-bounce-own-1";
/** In the own cache: the subscription that the server was last told of, and how to tell it of another. */
export const TOLD = "/push-told";

export interface Told {
	readonly address: string;
	readonly publicKey: string;
	readonly endpoint: string;
}
