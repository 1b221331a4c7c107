import type { aflIdRegister } from "@first-bounce/contract/accounts/auth";
import type { BodyOf } from "@first-bounce/contract/call";
import type { CodeGrant } from "../../../app/session/provider-return.ts";
import { parseBirthday } from "../../../components/person-fields/birthday.ts";
import { requiresState } from "../../../components/person-fields/person.ts";
import type { RegistrationForm } from "./registration-problems.ts";

/** The body of afl-id/register; null if the form has problems. `terms` is always true. */
export function buildRegistrationBody(
	form: RegistrationForm,
	grant: CodeGrant,
	currentYear: number,
): BodyOf<typeof aflIdRegister> | null {
	const parsed = parseBirthday(form.birthday, currentYear);
	if ("problem" in parsed || form.gender === null || !form.terms) return null;
	return {
		...grant,
		fantasyTeamName: form.fantasyTeamName.trim(),
		gender: form.gender,
		birthday: parsed.birthday,
		sponsorOptIn: form.sponsorOptIn,
		terms: true,
		...(form.country === null ? {} : { country: form.country }),
		...(form.state === null || !requiresState(form) ? {} : { state: form.state }),
		...(form.supportedSquadId === null ? {} : { supportedSquadId: form.supportedSquadId }),
	};
}
