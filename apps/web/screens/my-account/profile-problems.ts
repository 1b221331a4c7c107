import type { updateUser } from "@first-bounce/contract/account";
import type { BodyOf } from "@first-bounce/contract/call";
import type { User } from "@first-bounce/contract/user";
import { readBirthday } from "../../components/person-fields/birthday.ts";
import { asksState, type Person, personOf } from "../../components/person-fields/person.ts";

/** The profile as it is being edited. */
export interface ProfileForm extends Person {
	readonly firstName: string;
	readonly lastName: string;
}
export type ProfileField = "firstName" | "lastName" | "birthday" | "gender" | "country" | "state";

export const profileOf = (user: User): ProfileForm => ({
	firstName: user.firstName,
	lastName: user.lastName,
	...personOf(user),
});

/** The fields that cannot stay as they are, in the order of the form. */
export function faultyFields(form: ProfileForm, currentYear: number): readonly ProfileField[] {
	const checks: readonly (readonly [ProfileField, boolean])[] = [
		["firstName", form.firstName.trim() === ""],
		["lastName", form.lastName.trim() === ""],
		["birthday", "problem" in readBirthday(form.birthday, currentYear)],
		["gender", form.gender === null],
		["country", form.country === null],
		["state", asksState(form) && form.state === null],
	];
	return checks.filter(([, isFaulty]) => isFaulty).map(([field]) => field);
}

/** What user/update is sent; null while a field is faulty. */
export function profileBody(form: ProfileForm, currentYear: number): BodyOf<typeof updateUser> | null {
	const reading = readBirthday(form.birthday, currentYear);
	if ("problem" in reading || form.gender === null) return null;
	return {
		firstName: form.firstName.trim(),
		lastName: form.lastName.trim(),
		birthday: reading.birthday,
		gender: form.gender,
		country: form.country,
		state: asksState(form) ? form.state : null,
		supportedSquadId: form.supportedSquadId,
	};
}
