import { ApiFailure } from "@first-bounce/contract/client";

/** How a call was refused; a test that expects a refusal fails where there is none. */
export async function failure(attempt: Promise<unknown>): Promise<ApiFailure> {
	try {
		await attempt;
	} catch (error) {
		if (error instanceof ApiFailure) return error;
		throw error;
	}
	throw new Error("It was accepted");
}
