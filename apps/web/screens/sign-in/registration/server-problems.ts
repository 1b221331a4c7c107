import { ApiFailure } from "@first-bounce/contract/client";
import type { RegistrationForm } from "./registration-problems.ts";

interface ServerProblem {
	readonly field: keyof RegistrationForm | null;
	readonly message: string;
}

const FIELD_OF_CODE: Readonly<Record<string, keyof RegistrationForm>> = {
	"team-name-taken": "fantasyTeamName",
	"team-name-not-allowed": "fantasyTeamName",
	"team-name-length": "fantasyTeamName",
	"too-young": "birthday",
	"unlikely-birthday": "birthday",
	"state-outside-australia": "state",
	"unknown-squad": "supportedSquadId",
};

/** Every reason of a refusal at its field, in the server's words; a reason of no field is the whole form's. */
export const parseServerProblems = (error: unknown, words: (error: unknown) => string): readonly ServerProblem[] =>
	error instanceof ApiFailure && error.errors.length > 0
		? error.errors.map(({ code, message }) => ({ field: FIELD_OF_CODE[code] ?? null, message }))
		: [{ field: null, message: words(error) }];
