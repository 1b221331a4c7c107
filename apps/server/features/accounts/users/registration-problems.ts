import type { registrationFields } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import type { z } from "zod";
import type { Db } from "../../../db/tables/tables.ts";
import { type Reason, Refusal } from "../../../plugins/refusal.ts";
import { findTeamNameProblems } from "../../names/allowed-names.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { COUNTRY_CODES } from "../../static-files/country-codes.ts";

export type Registration = z.output<z.ZodObject<typeof registrationFields>>;

const MIN_AGE = 13;
/** A higher age is probably a typo. */
const MAX_AGE = 120;

/** Whether a person born on `birthday`, such as 2001-12-31, is at least `years` old, by the date in UTC. */
function isOfAge(birthday: string, years: number, now: number): boolean {
	const today = new Date(now).toISOString().slice(0, 10);
	const [year, ...monthAndDay] = birthday.split("-");
	return [String(Number(year) + years).padStart(4, "0"), ...monthAndDay].join("-") <= today;
}

/** The fields of a profile that are validated. */
interface Profile {
	readonly birthday?: string | null | undefined;
	readonly country?: string | null | undefined;
	readonly state?: string | null | undefined;
	readonly supportedSquadId?: number | null | undefined;
}
interface ValidationContext {
	readonly season: SeasonSnapshot | null;
	readonly now: number;
}

/** Finds all problems of a profile, in the order of the form. Missing fields have none. */
export function findProfileProblems(profile: Profile, { season, now }: ValidationContext): Reason[] {
	const { birthday, country, state, supportedSquadId } = profile;
	const problems: Reason[] = [];
	if (state && country !== "AU") problems.push({ code: "state-outside-australia" });
	if (country && !COUNTRY_CODES.includes(country)) problems.push({ code: "unknown-country" });
	if (supportedSquadId && season && !season.squads.some(({ id }) => id === supportedSquadId))
		problems.push({ code: "unknown-squad" });
	if (birthday && !isOfAge(birthday, MIN_AGE, now)) problems.push({ code: "too-young", data: { age: MIN_AGE } });
	if (birthday && isOfAge(birthday, MAX_AGE + 1, now)) problems.push({ code: "unlikely-birthday" });
	return problems;
}

/** Finds all problems of a registration. `ownUserId` is the account that it completes; null if there is none yet. */
export async function findRegistrationProblems(
	db: Db,
	form: Registration,
	context: ValidationContext & { readonly ownUserId: UserId | null },
): Promise<Reason[]> {
	return [
		...(await findTeamNameProblems(db, form.fantasyTeamName, context.ownUserId)),
		...findProfileProblems(form, context),
	];
}

export function refuseProblems(problems: readonly Reason[]): void {
	const [first, ...rest] = problems;
	if (first) throw new Refusal(422, [first, ...rest]);
}

/** Builds the columns of `users` that the form sets. */
export const buildRegistrationColumns = (form: Registration, now: number) => ({
	team_name: form.fantasyTeamName.trim(),
	gender: form.gender,
	birthday: form.birthday,
	country: form.country ?? null,
	state: form.state ?? null,
	supported_squad_id: form.supportedSquadId ?? null,
	sponsor_opt_in: form.sponsorOptIn ?? false,
	terms_accepted_at: new Date(now),
});
