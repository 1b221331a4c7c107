import type { LocalLogin } from "../auth/local-login.ts";
import type { Throttle } from "../auth/throttle.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { UserServices } from "../users/use-cases.ts";

/** What the account calls lean on. */
export interface AccountServices extends UserServices {
	/** Where mailed links lead. */
	readonly publicUrl: string;
	readonly localLogin: LocalLogin;
	readonly throttle: Throttle;
	readonly media: MediaStore;
	readonly limits: { readonly guessesAMinute: number };
}
