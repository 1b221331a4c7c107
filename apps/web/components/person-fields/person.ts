import type { User } from "@first-bounce/contract/accounts/user";
import type { GENDERS, STATES } from "@first-bounce/contract/constants";
import { type BirthdayParts, EMPTY_BIRTHDAY, splitBirthday } from "./birthday.ts";

type Gender = (typeof GENDERS)[number];
type AustralianState = (typeof STATES)[number];

/** The personal details in a form, which may be incomplete. */
export interface Person {
	readonly birthday: BirthdayParts;
	readonly gender: Gender | null;
	readonly country: string | null;
	readonly state: AustralianState | null;
	readonly supportedSquadId: number | null;
}

export const EMPTY_PERSON: Person = {
	birthday: EMPTY_BIRTHDAY,
	gender: null,
	country: null,
	state: null,
	supportedSquadId: null,
};

export const AUSTRALIA = "AU";

/** The states that are alone in their time zone. Sydney's is also that of the ACT. */
const STATE_BY_CITY: Readonly<Record<string, AustralianState>> = {
	Melbourne: "VIC",
	Brisbane: "QLD",
	Perth: "WA",
	Adelaide: "SA",
	Hobart: "TAS",
	Darwin: "NT",
};

/** Where somebody with this time zone probably lives: in Australia, or unknown. */
export function guessHome(timeZone: string): Pick<Person, "country" | "state"> {
	const [area, city = ""] = timeZone.split("/");
	if (area !== "Australia") return { country: null, state: null };
	return { country: AUSTRALIA, state: STATE_BY_CITY[city] ?? null };
}

/** The state is required unless a country other than Australia is chosen. */
export const requiresState = ({ country }: Pick<Person, "country">): boolean =>
	country === null || country === AUSTRALIA;

export const buildPerson = (user: User): Person => ({
	birthday: splitBirthday(user.birthday),
	gender: user.gender,
	country: user.country,
	state: user.state,
	supportedSquadId: user.supportedSquadId,
});
