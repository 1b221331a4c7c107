import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** No letter or digit that is taken for another (decisions §8). */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 6;

/** A code nobody can guess; whether it is free the database says. */
export const newCode = (): string =>
	Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A code that no league has or had, as far as this transaction sees. */
export async function freeCode(transaction: Transaction<Tables>): Promise<string> {
	for (;;) {
		const code = newCode();
		const taken = await transaction.selectFrom("leagues").where("code", "=", code).select("id").executeTakeFirst();
		if (!taken) return code;
	}
}
