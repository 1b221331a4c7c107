import { type BirthdayProblem, parseBirthday } from "../../../components/person-fields/birthday.ts";
import { type Person, requiresState } from "../../../components/person-fields/person.ts";

export interface RegistrationForm extends Person {
	readonly fantasyTeamName: string;
	readonly terms: boolean;
	readonly sponsorOptIn: boolean;
}

type RegistrationField = "fantasyTeamName" | "state" | "gender" | "country" | "terms" | "supportedSquadId";
export type RegistrationProblem =
	| { readonly field: RegistrationField; readonly problem: "missing" }
	| { readonly field: "birthday"; readonly problem: BirthdayProblem };

const CHECKS: readonly (readonly [RegistrationField, (form: RegistrationForm) => boolean])[] = [
	["fantasyTeamName", (form) => form.fantasyTeamName.trim() === ""],
	["state", (form) => requiresState(form) && form.state === null],
	["gender", (form) => form.gender === null],
	["country", (form) => form.country === null],
	["terms", (form) => !form.terms],
	["supportedSquadId", (form) => form.supportedSquadId === null],
];

/** The problems of a form: the six checks in the specified order (D1.5.01), then the birthday. */
export function validateRegistration(form: RegistrationForm, currentYear: number): readonly RegistrationProblem[] {
	const missing = CHECKS.filter(([, isMissing]) => isMissing(form)).map(
		([field]): RegistrationProblem => ({ field, problem: "missing" }),
	);
	const parsed = parseBirthday(form.birthday, currentYear);
	return "problem" in parsed ? [...missing, { field: "birthday", problem: parsed.problem }] : missing;
}
