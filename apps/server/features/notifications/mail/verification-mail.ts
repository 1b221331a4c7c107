import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import type { Db } from "../../../db/tables/tables.ts";
import { queueLimitedMail } from "./mail-limits.ts";
import { createMailedToken, type TokenOwner } from "./mailed-token-queries.ts";

/** Queues a verification mail in the caller's transaction. Returns false if the address has reached its daily limit. */
export async function queueVerificationMail(
	db: Db,
	{ userId, email, firstName }: TokenOwner & { readonly firstName: string },
	{ publicUrl, language, now }: { readonly publicUrl: string; readonly language: Language; readonly now: number },
): Promise<boolean> {
	const token = await createMailedToken(db, { kind: "verify-email", userId, email, now });
	const url = `${publicUrl}${MAILED_LINK_PATHS.verifyEmail}#${token}`;
	return queueLimitedMail(db, { kind: "verify-email", to: email, data: { firstName, url }, language, now });
}
