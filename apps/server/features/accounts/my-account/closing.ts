import type { User } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { ensureTeam } from "../../team/load-team.ts";
import { requireNonDemoAccount, requireSignInAllowed } from "../users/account-access.ts";
import { refuseFaults } from "../users/registration.ts";
import { getUser, refuseConflicts } from "../users/service.ts";
import { findTeamNameFaults } from "../users/team-names.ts";
import { closeAccount } from "./close-account.ts";
import type { AccountServices } from "./services.ts";

export const deactivateAccount = ({ db }: AccountServices, userId: UserId): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await requireNonDemoAccount(transaction, userId);
		await closeAccount(transaction, userId);
	});

/** Opens a deactivated account again, its team intact, under its old name or a new one. */
export async function recoverAccount(
	services: AccountServices,
	userId: UserId,
	form: { readonly teamName: string; readonly sponsorOptIn?: boolean | undefined },
): Promise<User> {
	const { db, clocks, peekSeason } = services;
	refuseFaults(await findTeamNameFaults(db, form.teamName, userId));
	await refuseConflicts(
		db.transaction().execute(async (transaction) => {
			// A request under way may have found its session just before the suspension ended it.
			await requireSignInAllowed(transaction, userId, clocks.wallNow());
			const { numUpdatedRows } = await transaction
				.updateTable("users")
				.set({
					is_active: true,
					team_name: form.teamName.trim(),
					terms_accepted_at: new Date(clocks.wallNow()),
					...(form.sponsorOptIn === undefined ? {} : { sponsor_opt_in: form.sponsorOptIn }),
				})
				.where("id", "=", userId)
				.where("is_active", "=", false)
				.executeTakeFirst();
			if (numUpdatedRows === 0n) throw refuse(403, "already-active");
			// She may have been away since a season without a team of hers.
			const season = peekSeason();
			if (season) await ensureTeam(transaction, season.seasonId, userId);
		}),
	);
	return getUser(services, userId);
}
