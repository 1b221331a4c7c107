import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** No letter or digit that is taken for another (decisions §8). */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;

/** A code nobody can guess; whether it is free the database says. */
export const createLeagueCode = (): string =>
	Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A code that no league has or had, as far as this transaction sees. */
export async function createFreeCode(transaction: Transaction<Tables>): Promise<string> {
	for (;;) {
		const code = createLeagueCode();
		const taken = await transaction.selectFrom("leagues").where("code", "=", code).select("id").executeTakeFirst();
		if (!taken) return code;
	}
}
