import { readStorage, writeStorage } from "../../../app/session/browser-storage.ts";
import { EMPTY_PERSON } from "../../../components/person-fields/person.ts";
import type { RegistrationForm } from "./registration-problems.ts";

const KEY = "registration_form";

const EMPTY_FORM: RegistrationForm = { ...EMPTY_PERSON, fantasyTeamName: "", terms: false, sponsorOptIn: false };

/** Keeps in this tab what has been filled in, for the one sign-in with this code; null forgets it. */
export const saveForm = (code: string, form: RegistrationForm | null): boolean =>
	writeStorage("session", KEY, form && JSON.stringify({ code, form }));

const isLike = (value: unknown, sample: unknown): boolean => {
	if (sample === null) return value === null || typeof value === "string" || typeof value === "number";
	if (typeof sample !== "object") return typeof value === typeof sample;
	return (
		typeof value === "object" &&
		value !== null &&
		Object.entries(sample).every(([key, part]) => isLike(Reflect.get(value, key), part))
	);
};

/** The form as it stood before the page was loaded anew; empty for another sign-in, or where nothing fits. */
export function loadForm(code: string): RegistrationForm {
	try {
		const kept: unknown = JSON.parse(readStorage("session", KEY) ?? "null");
		return isLike(kept, { code: "", form: EMPTY_FORM }) && (kept as { code: string }).code === code
			? (kept as { form: RegistrationForm }).form
			: EMPTY_FORM;
	} catch {
		return EMPTY_FORM;
	}
}
