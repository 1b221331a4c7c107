import { ApiFailure } from "@first-bounce/contract/client";
import { Refusal } from "../../apps/server/plugins/refusal.ts";

/** A handler for errors that a test does not expect. */
export const rethrow = (error: unknown): never => {
	throw error;
};

/** Returns the failure of a call; throws if it succeeds. */
export async function getApiFailure(attempt: Promise<unknown>): Promise<ApiFailure> {
	try {
		await attempt;
	} catch (error) {
		if (error instanceof ApiFailure) return error;
		throw error;
	}
	throw new Error("The call was expected to fail");
}

/** Returns the code that a use case refused with; throws if it succeeds. */
export async function getRefusalCode(attempt: Promise<unknown>): Promise<string> {
	try {
		await attempt;
	} catch (error) {
		if (error instanceof Refusal) return error.reasons[0].code;
		throw error;
	}
	throw new Error("The call was expected to fail");
}

/** Returns the status and the code that a call is refused with. */
export async function getRefusal(attempt: Promise<unknown>): Promise<readonly [number, string]> {
	const { status, code } = await getApiFailure(attempt);
	return [status, code];
}

/** Returns the status and the messages that a call is refused with. */
export async function getReasons(attempt: Promise<unknown>): Promise<readonly (number | string)[]> {
	const { status, errors } = await getApiFailure(attempt);
	return [status, ...errors.map(({ message }) => message)];
}
