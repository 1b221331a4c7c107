import type { MediaStore } from "../../site/media/media-store.ts";
import type { LocalLogin } from "../sign-in/local-login.ts";
import type { Throttle } from "../sign-in/throttle.ts";
import type { UserServices } from "../users/service.ts";

/** What the account calls lean on. */
export interface AccountServices extends UserServices {
	/** Where mailed links lead. */
	readonly publicUrl: string;
	readonly localLogin: LocalLogin;
	readonly throttle: Throttle;
	readonly media: MediaStore;
	readonly limits: { readonly guessesPerMinute: number };
}
