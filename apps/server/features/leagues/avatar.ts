import type { Db, Row } from "../../db/tables/tables.ts";
import { getPictureKey } from "../media/media-store.ts";
import { updateLeagueRow } from "./league-queries.ts";
import type { LeagueServices } from "./league-row.ts";

type AvatarOwner = Row<"leagues", "id" | "avatar_version">;

/** Gets the version that clients see: 0 for a league without a picture, whose stored version is zero or negative. */
export const getPublicAvatarVersion = (version: number): number => Math.max(0, version);

/** A new square picture, `remove` for no picture, or null to keep the present one. */
export type AvatarChange = Buffer | "remove" | null;

/** Reads the picture of a league; null if it has none. */
export const readAvatar = async (
	{ media }: Pick<LeagueServices, "media">,
	{ id, avatar_version: version }: AvatarOwner,
): Promise<Buffer | null> => (version > 0 ? media.read(getPictureKey("league", id, version)) : null);

/**
 * Saves a change of a league's picture. The file is stored before its version is committed, so that readers never get a
 * version without a file. Removing a picture negates its version, and the next picture continues from it, so that a URL
 * never shows a different picture.
 */
export async function saveAvatar(
	{ media }: Pick<LeagueServices, "media">,
	trx: Db,
	league: AvatarOwner,
	change: AvatarChange,
): Promise<void> {
	if (change === null) return;
	const previousVersion = Math.abs(league.avatar_version);
	const version = change === "remove" ? -previousVersion : previousVersion + 1;
	if (change !== "remove") await media.put(getPictureKey("league", league.id, version), change);
	await updateLeagueRow(trx, league.id, { avatar_version: version });
}

/** Deletes the file of the picture that a league had before a committed change. */
export async function deletePreviousAvatar(
	{ media }: Pick<LeagueServices, "media">,
	{ id, avatar_version: version }: AvatarOwner,
): Promise<void> {
	if (version > 0) await media.remove(getPictureKey("league", id, version));
}
