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
	const checks: readonly (readonly [ProfileProblem, boolean])[] = [
		[{ field: "firstName", problem: "missing" }, form.firstName.trim() === ""],
		[{ field: "lastName", problem: "missing" }, form.lastName.trim() === ""],
		[{ field: "birthday", problem: "problem" in parsed ? parsed.problem : "invalid-date" }, "problem" in parsed],
		[{ field: "gender", problem: "missing" }, form.gender === null],
		[{ field: "country", problem: "missing" }, form.country === null],
		[{ field: "state", problem: "missing" }, requiresState(form) && form.state === null],
	];
	return checks.filter(([, isFaulty]) => isFaulty).map(([problem]) => problem);
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
