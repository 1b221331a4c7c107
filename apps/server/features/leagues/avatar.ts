import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { getPictureKey } from "../site/media/media-store.ts";
import type { LeagueServices } from "./league-row.ts";
import { updateLeagueRow } from "./queries.ts";

type AvatarOwner = { readonly id: number; readonly avatar_version: number };

/** Gets the version that clients see: 0 for a league without a picture, whose stored version is zero or negative. */
export const getPublicAvatarVersion = (version: number): number => Math.max(0, version);

/**
 * Changes a league's picture: `null` leaves it, "none" removes it, a buffer is a new square picture. The file is stored
 * before the new version is committed, so that a version that anyone can read has its file. Versions only grow, so that
 * a URL never shows another picture; a negative version marks a removed one.
 */
export async function saveAvatar(
	{ media }: Pick<LeagueServices, "media">,
	trx: Kysely<Tables>,
	league: AvatarOwner,
	square: Buffer | "none" | null,
): Promise<void> {
	if (square === null) return;
	const previous = Math.abs(league.avatar_version);
	const version = square === "none" ? -previous : previous + 1;
	if (square !== "none") await media.put(getPictureKey("league", league.id, version), square);
	await updateLeagueRow(trx, league.id, { avatar_version: version });
}

/** Deletes the file of the picture that a league had before a change, once that change is committed. */
export async function deletePreviousAvatar(
	{ media }: Pick<LeagueServices, "media">,
	previous: AvatarOwner,
): Promise<void> {
	if (previous.avatar_version > 0) await media.remove(getPictureKey("league", previous.id, previous.avatar_version));
}
