import { ApiFailure } from "@first-bounce/contract/client";
import type { RegistrationForm } from "./registration-problems.ts";

interface ServerProblem {
	readonly field: keyof RegistrationForm | null;
	readonly message: string;
}

const FIELD_BY_CODE: Readonly<Record<string, keyof RegistrationForm>> = {
	"team-name-taken": "fantasyTeamName",
	"team-name-not-allowed": "fantasyTeamName",
	"team-name-length": "fantasyTeamName",
	"too-young": "birthday",
	"unlikely-birthday": "birthday",
	"state-outside-australia": "state",
	"unknown-country": "country",
	"unknown-squad": "supportedSquadId",
};

/** The server's messages by field; a message without a field concerns the whole form. */
export const parseServerProblems = (
	error: unknown,
	formatError: (error: unknown) => string,
): readonly ServerProblem[] =>
	error instanceof ApiFailure && error.errors.length > 0
		? error.errors.map(({ code, message }) => ({ field: FIELD_BY_CODE[code] ?? null, message }))
		: [{ field: null, message: formatError(error) }];
