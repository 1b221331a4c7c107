import { ApiFailure } from "@first-bounce/contract/client";
import { z } from "zod";
import { keep, readKept } from "./kept.ts";

const KEY = "sign_in_unregistered";

const name = z.string().nullable().catch(null);
const unregistered = z.object({
	code: z.string(),
	status: z.number(),
	profile: z.object({ firstName: name, lastName: name, email: name }),
});

/** An identity that nobody has registered yet: the status and profile that the refusal carried (D1 §4, step 5). */
export type Unregistered = z.infer<typeof unregistered>;

/** What a refused sign-in says of an identity without a team; null for every other failure. */
export function unregisteredFrom(error: unknown, code: string): Unregistered | null {
	if (!(error instanceof ApiFailure) || error.code !== "not-registered") return null;
	const data = typeof error.data === "object" ? error.data : {};
	const read = unregistered.safeParse({ profile: {}, ...data, code, status: error.status });
	return read.success ? read.data : null;
}

/** Kept in this tab, so that reloading the page leaves the registration form where it was: a code works only once. */
export const keepUnregistered = (person: Unregistered | null): boolean =>
	keep("session", KEY, person && JSON.stringify(person));

export function keptUnregistered(code: string): Unregistered | null {
	const text = readKept("session", KEY);
	if (!text) return null;
	try {
		const read = unregistered.safeParse(JSON.parse(text));
		return read.success && read.data.code === code ? read.data : null;
	} catch {
		return null;
	}
}
