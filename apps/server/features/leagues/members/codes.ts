import { randomInt } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { isCodeTaken } from "../league-queries.ts";

/** Letters and digits that are not easily mistaken for one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 6;
/** Enough for a school that joins from one address, but too few to guess a code. */
export const MAX_CODES_PER_MINUTE = 120;

/** Whether a text has the form of a code, in upper or lower case. */
export const isCode = (text: string): boolean => /^[A-Za-z0-9]{6}$/.test(text);

/** Counts a code that a request tries. Every call that shows whether a code exists counts against the same limit. */
export const countCode = (throttle: Throttle, request: FastifyRequest): Promise<void> =>
	throttle.attempt(`league codes from ${getClientNetwork(request)}`, { max: MAX_CODES_PER_MINUTE });

/** Creates a random code; the database refuses one that is taken. */
export const createLeagueCode = (): string =>
	Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

export async function createFreeCode(trx: Transaction<Tables>): Promise<string> {
	for (;;) {
		const code = createLeagueCode();
		if (!(await isCodeTaken(trx, code))) return code;
	}
}
