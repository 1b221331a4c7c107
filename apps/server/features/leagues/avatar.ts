import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { pictureKey } from "../media/media-store.ts";
import type { LeagueServices } from "./league-row.ts";

/**
 * Keeps a league's new picture, already made square, under its next version, in the transaction that counts it:
 * stored first, so that a version that anybody can read has its picture.
 */
export async function keepAvatar(
	{ media }: Pick<LeagueServices, "media">,
	transaction: Kysely<Tables>,
	league: { readonly id: number; readonly avatar_version: number },
	square: Buffer | null,
): Promise<void> {
	if (!square) return;
	const version = league.avatar_version + 1;
	await media.put(pictureKey("league", league.id, version), square);
	await transaction.updateTable("leagues").set({ avatar_version: version }).where("id", "=", league.id).execute();
}
