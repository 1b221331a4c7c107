import { ApiFailure } from "@first-bounce/contract/client";
import { readStoredJson, writeStorage } from "./browser-storage.ts";

const STORAGE_KEY = "sign_in_unregistered";

/** An identity without an account, with the status and profile from the server's refusal. */
export interface UnregisteredIdentity {
	readonly code: string;
	readonly status: number;
	readonly profile: {
		readonly firstName: string | null;
		readonly lastName: string | null;
		readonly email: string | null;
	};
}

const getField = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
const parseText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Parsed without zod, which would add to the first page's download. */
function parseUnregistered(value: unknown): UnregisteredIdentity | null {
	const code = parseText(getField(value, "code"));
	const status = getField(value, "status");
	if (code === null || typeof status !== "number") return null;
	const profile = getField(value, "profile");
	return {
		code,
		status,
		profile: {
			firstName: parseText(getField(profile, "firstName")),
			lastName: parseText(getField(profile, "lastName")),
			email: parseText(getField(profile, "email")),
		},
	};
}

/** The identity from a `not-registered` error; null for every other error. */
export function parseUnregisteredError(error: unknown, code: string): UnregisteredIdentity | null {
	if (!(error instanceof ApiFailure) || error.code !== "not-registered") return null;
	return parseUnregistered({ code, status: error.status, profile: getField(error.data, "profile") });
}

/** Stored in this tab, so that reloading keeps the registration form: a code works only once. */
export const saveUnregistered = (identity: UnregisteredIdentity): boolean =>
	writeStorage("session", STORAGE_KEY, JSON.stringify(identity));

export const deleteUnregistered = (): boolean => writeStorage("session", STORAGE_KEY, null);

export function loadUnregistered(code: string): UnregisteredIdentity | null {
	const identity = parseUnregistered(readStoredJson("session", STORAGE_KEY));
	return identity?.code === code ? identity : null;
}
