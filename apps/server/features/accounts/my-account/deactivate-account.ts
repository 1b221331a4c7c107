import type { User } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { eraseMessagesOfUser } from "../../leagues/conversation/remove-messages.ts";
import { endLeagueRoles, takeOverLeagues } from "../../leagues/members/leadership.ts";
import { findTeamNameProblems } from "../../names/allowed-names.ts";
import { deleteNotificationData } from "../../notifications/preferences/preference-queries.ts";
import { deleteTeamSnapshots } from "../../site/share/share-queries.ts";
import { deleteWaitingInstructions } from "../../team/instructions/instruction-queries.ts";
import { ensureTeam } from "../../team/team-queries.ts";
import { requireAnotherOwner, requireNonDemoAccount, requireSignInAllowed } from "../users/account-access.ts";
import { endAccess } from "../users/end-access.ts";
import { refuseProblems } from "../users/registration-problems.ts";
import { getUser, refuseConflicts } from "../users/service.ts";
import { updateUserRow } from "../users/user-queries.ts";
import { reactivateUser } from "./queries.ts";
import type { AccountServices } from "./services.ts";

/**
 * Deactivates an account: ends every way into it but its password, hands over its leagues, stops its notifications and
 * instructions, and deletes shared teams that are not locked. The team keeps its name and still scores.
 */
export async function deactivateUser(trx: Transaction<Tables>, userId: UserId): Promise<void> {
	await updateUserRow(trx, userId, { is_active: false });
	await endAccess(trx, userId);
	await endLeagueRoles(trx, userId);
	await deleteNotificationData(trx, userId);
	await deleteWaitingInstructions(trx, userId);
	await deleteTeamSnapshots(trx, userId);
}

/** Deactivates an account for its holder, and erases the messages that she wrote in leagues. */
export const deactivateAccount = ({ db, clocks }: AccountServices, userId: UserId): Promise<void> =>
	db.transaction().execute(async (trx) => {
		await requireNonDemoAccount(trx, userId);
		await requireAnotherOwner(trx, userId);
		await deactivateUser(trx, userId);
		await eraseMessagesOfUser(trx, userId, clocks.wallNow());
	});

/** Reactivates an account and its team, under the old team name or a new one. */
export async function reactivateAccount(
	services: AccountServices,
	userId: UserId,
	form: { readonly teamName: string; readonly sponsorOptIn?: boolean | undefined },
): Promise<User> {
	const { db, clocks, peekSeason } = services;
	refuseProblems(await findTeamNameProblems(db, form.teamName, userId));
	await refuseConflicts(
		db.transaction().execute(async (trx) => {
			// A suspension may have ended the session after this request found it.
			await requireSignInAllowed(trx, userId, clocks.wallNow());
			const isReactivated = await reactivateUser(trx, userId, {
				team_name: form.teamName.trim(),
				terms_accepted_at: new Date(clocks.wallNow()),
				sponsor_opt_in: form.sponsorOptIn,
			});
			if (!isReactivated) throw refuse(403, "already-active");
			await takeOverLeagues(trx, userId);
			// An account that was deactivated in an earlier season has no team in this one.
			const season = peekSeason();
			if (season) await ensureTeam(trx, season.seasonId, userId);
		}),
	);
	return getUser(services, userId);
}
