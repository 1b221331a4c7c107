import type { OwnData } from "@first-bounce/contract/accounts/own-data";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { getUser } from "../users/service.ts";
import { getOwnAccount, readOwnLists } from "./own-data-queries.ts";

/** Gets everything that is stored about a user, read in one database snapshot. */
export const getOwnData = (db: Kysely<Tables>, userId: UserId, now: number): Promise<OwnData> =>
	db
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (transaction) => {
			const user = await getUser({ db: transaction }, userId);
			const account = await getOwnAccount(transaction, userId);
			return { exportedAt: new Date(now).toISOString(), user, account, ...(await readOwnLists(transaction, userId)) };
		});
