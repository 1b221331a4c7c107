import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { getPictureKey } from "../site/media/media-store.ts";
import type { LeagueServices } from "./league-row.ts";

type AvatarOwner = { readonly id: number; readonly avatar_version: number };

/** As it is told; 0 is none. */
export const getPublicAvatarVersion = (version: number): number => Math.max(0, version);

/**
 * Changes a league's picture in the transaction that counts it: null leaves it, "none" takes it away. A new one,
 * already made square, is stored first, so that a version that anybody can read has its picture. Versions count up for
 * good, so that none comes twice: a minus marks one whose picture was taken away.
 */
export async function saveAvatar(
	{ media }: Pick<LeagueServices, "media">,
	transaction: Kysely<Tables>,
	league: AvatarOwner,
	square: Buffer | "none" | null,
): Promise<void> {
	if (square === null) return;
	const former = Math.abs(league.avatar_version);
	const version = square === "none" ? -former : former + 1;
	if (square !== "none") await media.put(getPictureKey("league", league.id, version), square);
	await transaction.updateTable("leagues").set({ avatar_version: version }).where("id", "=", league.id).execute();
}

/** Removes the picture that a league had before, once the change counts. */
export async function deleteFormerAvatar({ media }: Pick<LeagueServices, "media">, former: AvatarOwner): Promise<void> {
	if (former.avatar_version > 0) await media.remove(getPictureKey("league", former.id, former.avatar_version));
}
