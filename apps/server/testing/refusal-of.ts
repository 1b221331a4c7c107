import { Refusal } from "../plugins/refusal.ts";

/** The code a use case refused with; fails where it did not. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string> {
	try {
		await attempt;
	} catch (error) {
		if (error instanceof Refusal) return error.reasons[0].code;
		throw error;
	}
	throw new Error("It was accepted");
}
