import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { isCodeTaken } from "../queries.ts";

/** Letters and digits that are not easily mistaken for one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;

/** Creates a random code; the database refuses one that is taken. */
export const createLeagueCode = (): string =>
	Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Creates a random code that no league has yet. */
export async function createFreeCode(trx: Transaction<Tables>): Promise<string> {
	for (;;) {
		const code = createLeagueCode();
		if (!(await isCodeTaken(trx, code))) return code;
	}
}
