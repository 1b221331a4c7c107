import type { updateUser as updateUserCall } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import type { z } from "zod";
import { createSquarePicture } from "../../media/create-picture.ts";
import { getPictureKey } from "../../media/media-store.ts";
import { findTeamNameProblems } from "../../names/allowed-names.ts";
import { requireSignInAllowed } from "../users/account-access.ts";
import { findProfileProblems, refuseProblems } from "../users/registration-problems.ts";
import { getUser, refuseConflicts } from "../users/service.ts";
import { updateUserRow } from "../users/user-queries.ts";
import { incrementPictureVersion, lockProfile } from "./queries.ts";
import type { AccountServices } from "./services.ts";

type Changes = z.output<(typeof updateUserCall)["body"]>;

/** Builds the new values of columns. Those of fields that are left out are undefined, and stay as they are. */
const buildColumns = (changes: Changes) => ({
	first_name: changes.firstName,
	last_name: changes.lastName,
	gender: changes.gender,
	birthday: changes.birthday,
	country: changes.country,
	state: changes.state,
	supported_squad_id: changes.supportedSquadId,
	sponsor_opt_in: changes.sponsorOptIn,
});

/** Updates the given fields of a profile, or none of them if one is refused. A new picture replaces the previous one. */
export async function updateUser(
	services: Pick<AccountServices, "db" | "media" | "clocks" | "peekSeason">,
	userId: UserId,
	input: Changes,
	picture: Buffer | null,
): Promise<User> {
	const { db, media, clocks, peekSeason } = services;
	const isMovingAbroad = input.country !== undefined && input.country !== "AU" && input.state === undefined;
	const changes: Changes = isMovingAbroad ? { ...input, state: null } : input;
	const squarePicture = picture && (await createSquarePicture(picture));
	const isPictureChanged = squarePicture !== null || input.avatar === null;
	const previousVersion = await db.transaction().execute(async (trx) => {
		// An erasure or a suspension may have ended the session after this request found it.
		await requireSignInAllowed(trx, userId, clocks.wallNow());
		const row = await lockProfile(trx, userId);
		// A stored state is left alone: earlier releases accepted one without a country.
		const { country = row.country, state, birthday, supportedSquadId } = changes;
		const context = { season: peekSeason(), now: clocks.wallNow() };
		refuseProblems(findProfileProblems({ country, state, birthday, supportedSquadId }, context));
		const columns = buildColumns(changes);
		if (Object.values(columns).some((value) => value !== undefined)) await updateUserRow(trx, userId, columns);
		if (squarePicture) {
			const version = await incrementPictureVersion(trx, userId);
			// Stored before the commit, so that no page refers to a picture that does not exist yet.
			await media.put(getPictureKey("user", userId, version), squarePicture);
		} else if (input.avatar === null) await updateUserRow(trx, userId, { avatar_version: 0 });
		return row.avatar_version;
	});
	if (isPictureChanged && previousVersion > 0) await media.remove(getPictureKey("user", userId, previousVersion));
	return getUser(services, userId);
}

/** Renames the team. Another spelling of its current name is allowed. */
export async function renameTeam(
	services: Pick<AccountServices, "db" | "clocks">,
	userId: UserId,
	teamName: string,
): Promise<User> {
	refuseProblems(await findTeamNameProblems(services.db, teamName, userId));
	await refuseConflicts(
		services.db.transaction().execute(async (trx) => {
			await requireSignInAllowed(trx, userId, services.clocks.wallNow());
			await updateUserRow(trx, userId, { team_name: teamName.trim() });
		}),
	);
	return getUser(services, userId);
}
