import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import { EMPTY_PERSON } from "../../../components/person-fields/person.ts";
import type { RegistrationForm } from "./registration-problems.ts";

const STORAGE_KEY = "registration_form";

const EMPTY_FORM: RegistrationForm = { ...EMPTY_PERSON, fantasyTeamName: "", terms: false, sponsorOptIn: false };

/** Stores the form in this tab for the sign-in with this code; null deletes it. */
export const saveForm = (code: string, form: RegistrationForm | null): boolean =>
	writeStorage("session", STORAGE_KEY, form && JSON.stringify({ code, form }));

const hasSameShape = (value: unknown, sample: unknown): boolean => {
	if (sample === null) return value === null || typeof value === "string" || typeof value === "number";
	if (typeof sample !== "object") return typeof value === typeof sample;
	return (
		typeof value === "object" &&
		value !== null &&
		Object.entries(sample).every(([key, part]) => hasSameShape(Reflect.get(value, key), part))
	);
};

/** The stored form of this sign-in, or an empty one. */
export function loadForm(code: string): RegistrationForm {
	const stored = readStoredJson("session", STORAGE_KEY);
	return hasSameShape(stored, { code: "", form: EMPTY_FORM }) && (stored as { code: string }).code === code
		? (stored as { form: RegistrationForm }).form
		: EMPTY_FORM;
}
