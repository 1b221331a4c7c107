import type { updateUser as updateUserCall } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Tables } from "../../../db/tables/tables.ts";
import { createSquarePicture } from "../../site/media/create-square-picture.ts";
import { getPictureKey } from "../../site/media/media-store.ts";
import { findProfileFaults, refuseFaults } from "../users/registration.ts";
import { getUser, refuseConflicts } from "../users/service.ts";
import { findTeamNameFaults } from "../users/team-names.ts";
import type { AccountServices } from "./services.ts";

type Changes = z.output<(typeof updateUserCall)["body"]>;

/** The columns a change fills; what it does not name stays. */
const buildColumns = (changes: Changes) => ({
	...(changes.firstName === undefined ? {} : { first_name: changes.firstName }),
	...(changes.lastName === undefined ? {} : { last_name: changes.lastName }),
	...(changes.gender === undefined ? {} : { gender: changes.gender }),
	...(changes.birthday === undefined ? {} : { birthday: changes.birthday }),
	...(changes.country === undefined ? {} : { country: changes.country }),
	...(changes.state === undefined ? {} : { state: changes.state }),
	...(changes.supportedSquadId === undefined ? {} : { supported_squad_id: changes.supportedSquadId }),
	...(changes.sponsorOptIn === undefined ? {} : { sponsor_opt_in: changes.sponsorOptIn }),
});

/** Makes room for the next picture: a version that no browser has seen; 0 is none. */
async function updatePictureVersion(
	transaction: Transaction<Tables>,
	userId: UserId,
	isRemoved: boolean,
): Promise<number> {
	const { avatar_version } = await transaction
		.updateTable("users")
		.set((set) =>
			isRemoved
				? { avatar_version: 0 }
				: { pictures: set("pictures", "+", 1), avatar_version: set("pictures", "+", 1) },
		)
		.where("id", "=", userId)
		.returning("avatar_version")
		.executeTakeFirstOrThrow();
	return avatar_version;
}

/** Changes what is named; all of it or, with every reason, nothing. A new picture replaces the one before. */
export async function updateUser(
	services: AccountServices,
	userId: UserId,
	given: Changes,
	picture: Buffer | null,
): Promise<User> {
	const { db, media, clocks, peekSeason } = services;
	const leavesAustralia = given.country !== undefined && given.country !== "AU" && given.state === undefined;
	const changes: Changes = leavesAustralia ? { ...given, state: null } : given;
	const square = picture && (await createSquarePicture(picture));
	const changesPicture = square !== null || given.avatar === null;
	const former = await db.transaction().execute(async (transaction) => {
		const row = await transaction
			.selectFrom("users")
			.where("id", "=", userId)
			.select(["birthday", "country", "state", "avatar_version"])
			.forUpdate()
			.executeTakeFirstOrThrow();
		const { country = row.country, state = row.state, birthday, supportedSquadId } = changes;
		refuseFaults(
			findProfileFaults(
				{ country, state, birthday, supportedSquadId },
				{ season: peekSeason(), now: clocks.wallNow() },
			),
		);
		const columns = buildColumns(changes);
		if (Object.keys(columns).length > 0)
			await transaction.updateTable("users").set(columns).where("id", "=", userId).execute();
		if (changesPicture) {
			const version = await updatePictureVersion(transaction, userId, square === null);
			// Before the new version counts, so that nobody is sent to a picture that is not there.
			if (square) await media.put(getPictureKey("user", userId, version), square);
		}
		return row.avatar_version;
	});
	if (changesPicture && former > 0) await media.remove(getPictureKey("user", userId, former));
	return getUser(services, userId);
}

/** Renames the team; one's own name in another spelling passes. */
export async function renameTeam(services: AccountServices, userId: UserId, teamName: string): Promise<User> {
	refuseFaults(await findTeamNameFaults(services.db, teamName, userId));
	await refuseConflicts(
		services.db.updateTable("users").set({ team_name: teamName.trim() }).where("id", "=", userId).execute(),
	);
	return getUser(services, userId);
}
