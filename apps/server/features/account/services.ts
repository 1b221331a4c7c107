import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Throttle } from "../auth/throttle.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { UserServices } from "../users/use-cases.ts";

/** What the account calls lean on. */
export interface AccountServices extends UserServices {
	/** Where mailed links lead. */
	readonly publicUrl: string;
	readonly throttle: Throttle;
	readonly media: MediaStore;
	readonly limits: { readonly guessesAMinute: number };
	/** What else happens as an account is shut, in the same transaction: a league gets another commissioner. */
	readonly onDeactivated: readonly ((transaction: Transaction<Tables>, userId: UserId) => Promise<void>)[];
}
