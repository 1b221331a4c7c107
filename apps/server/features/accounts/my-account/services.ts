import type { Throttle } from "../../../plugins/limits/throttle.ts";
import type { MediaStore } from "../../media/media-store.ts";
import type { LocalLogin } from "../sign-in/password-sign-in.ts";
import type { UserServices } from "../users/service.ts";

/** What the calls of a user's own account need. */
export interface AccountServices extends UserServices {
	readonly localLogin: LocalLogin;
	readonly throttle: Throttle;
	readonly media: MediaStore;
	readonly limits: { readonly guessesPerMinute: number };
}
