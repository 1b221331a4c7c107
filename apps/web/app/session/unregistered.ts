import { ApiFailure } from "@first-bounce/contract/client";
import { keep, readKept } from "./kept.ts";

const KEY = "sign_in_unregistered";

/** An identity that nobody has registered yet: the status and profile that the refusal carried (D1 §4, step 5). */
export interface Unregistered {
	readonly code: string;
	readonly status: number;
	readonly profile: {
		readonly firstName: string | null;
		readonly lastName: string | null;
		readonly email: string | null;
	};
}

const field = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Read by hand: this is on every page's way, and a schema library is not worth waiting for there. */
function readUnregistered(value: unknown): Unregistered | null {
	const code = text(field(value, "code"));
	const status = field(value, "status");
	if (code === null || typeof status !== "number") return null;
	const profile = field(value, "profile");
	return {
		code,
		status,
		profile: {
			firstName: text(field(profile, "firstName")),
			lastName: text(field(profile, "lastName")),
			email: text(field(profile, "email")),
		},
	};
}

/** What a refused sign-in says of an identity without a team; null for every other failure. */
export function unregisteredFrom(error: unknown, code: string): Unregistered | null {
	if (!(error instanceof ApiFailure) || error.code !== "not-registered") return null;
	return readUnregistered({ code, status: error.status, profile: field(error.data, "profile") });
}

/** Kept in this tab, so that reloading the page leaves the registration form where it was: a code works only once. */
export const keepUnregistered = (person: Unregistered | null): boolean =>
	keep("session", KEY, person && JSON.stringify(person));

export function keptUnregistered(code: string): Unregistered | null {
	const kept = readKept("session", KEY);
	if (!kept) return null;
	try {
		const read = readUnregistered(JSON.parse(kept));
		return read?.code === code ? read : null;
	} catch {
		return null;
	}
}
