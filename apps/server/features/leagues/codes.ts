import { randomInt } from "node:crypto";

/** No letter or digit that is taken for another (decisions §8). */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 6;

/** A code nobody can guess; whether it is free the database says. */
export const newCode = (): string =>
	Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
