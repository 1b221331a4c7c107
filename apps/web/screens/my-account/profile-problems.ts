import type { updateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import type { BodyOf } from "@first-bounce/contract/call";
import { type BirthdayProblem, parseBirthday } from "../../components/person-fields/birthday.ts";
import { buildPerson, type Person, requiresState } from "../../components/person-fields/person.ts";

export interface ProfileForm extends Person {
	readonly firstName: string;
	readonly lastName: string;
}
type ProfileProblem =
	| { readonly field: "firstName" | "lastName" | "gender" | "country" | "state"; readonly problem: "missing" }
	| { readonly field: "birthday"; readonly problem: BirthdayProblem };
export type ProfileBody = BodyOf<typeof updateUser>;

export const buildProfileForm = (user: User): ProfileForm => ({
	firstName: user.firstName,
	lastName: user.lastName,
	...buildPerson(user),
});

/** The problems in the order of the fields. */
export function validateProfile(form: ProfileForm, currentYear: number): readonly ProfileProblem[] {
	const parsed = parseBirthday(form.birthday, currentYear);
	const problems: ProfileProblem[] = [];
	if (form.firstName.trim() === "") problems.push({ field: "firstName", problem: "missing" });
	if (form.lastName.trim() === "") problems.push({ field: "lastName", problem: "missing" });
	if (requiresState(form) && form.state === null) problems.push({ field: "state", problem: "missing" });
	if (form.gender === null) problems.push({ field: "gender", problem: "missing" });
	if (form.country === null) problems.push({ field: "country", problem: "missing" });
	if ("problem" in parsed) problems.push({ field: "birthday", problem: parsed.problem });
	return problems;
}

/** The body of user/update; null if a field is invalid. */
export function buildProfileBody(form: ProfileForm, currentYear: number): ProfileBody | null {
	const parsed = parseBirthday(form.birthday, currentYear);
	if ("problem" in parsed || form.gender === null) return null;
	return {
		firstName: form.firstName.trim(),
		lastName: form.lastName.trim(),
		birthday: parsed.birthday,
		gender: form.gender,
		country: form.country,
		state: requiresState(form) ? form.state : null,
		supportedSquadId: form.supportedSquadId,
	};
}
