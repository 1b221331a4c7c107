import type { OwnData } from "@first-bounce/contract/accounts/own-data";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { getUser } from "../users/service.ts";
import { getOwnAccount, listOwnRows, type OwnDataList } from "./own-data-queries.ts";

/** Gets everything that is stored about a user, read in one snapshot. */
export const getOwnData = (db: Kysely<Tables>, userId: UserId, now: number): Promise<OwnData> =>
	db
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (transaction) => {
			const list = (name: OwnDataList) => listOwnRows(transaction, userId, name);
			return {
				exportedAt: new Date(now).toISOString(),
				user: await getUser({ db: transaction }, userId),
				account: await getOwnAccount(transaction, userId),
				identities: await list("identities"),
				passkeys: await list("passkeys"),
				devices: await list("devices"),
				accessTokens: await list("accessTokens"),
				mails: await list("mails"),
				teams: await list("teams"),
				favouritePlayers: await list("favouritePlayers"),
				coachPreferences: await list("coachPreferences"),
				coachPlayers: await list("coachPlayers"),
				leagues: await list("leagues"),
				leagueEvents: await list("leagueEvents"),
				leagueMessages: await list("leagueMessages"),
				leagueReactions: await list("leagueReactions"),
				leagueReports: await list("leagueReports"),
				leagueReading: await list("leagueReading"),
				shares: await list("shares"),
				contactMessages: await list("contactMessages"),
				notificationPreferences: await list("notificationPreferences"),
				pushDevices: await list("pushDevices"),
				notices: await list("notices"),
				resultMails: await list("resultMails"),
			};
		});
