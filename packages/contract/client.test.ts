import { describe, expect, test } from "vitest";
import { ApiFailure, createClient } from "./client.ts";
import { showStatus } from "./site/status.ts";
import { showRankings } from "./stats/rankings.ts";

const answering = (status: number, body: unknown) =>
	createClient({
		origin: "",
		language: "en",
		fetch: async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
	});
const failureOf = async (answer: Promise<unknown>): Promise<ApiFailure> => {
	const error = await answer.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ApiFailure)) throw new Error(`No failure but ${String(error)}`);
	return error;
};
const TWO = [
	{ code: "locked", message: "Maeve is locked" },
	{ code: "over-salary-cap", message: "Too dear" },
];

describe("the client", () => {
	test("a failed call's message is its first error's [D1.8.01]", async () => {
		const failure = await failureOf(answering(422, { success: null, errors: TWO })(showStatus, {}));
		expect([failure.message, failure.status, failure.code]).toEqual(["Maeve is locked", 422, "locked"]);
		expect(failure.errors).toEqual(TWO);
	});

	test("an answer of 200 with errors is a failure, with the first one's message [D1.8.03, D2.8.01]", async () => {
		const failure = await failureOf(answering(200, { success: { isReady: true }, errors: TWO })(showStatus, {}));
		expect([failure.message, failure.status]).toEqual(["Maeve is locked", 200]);
	});

	test("an answer that is no envelope is a failure without words", async () => {
		const failure = await failureOf(answering(502, "<html>Bad gateway</html>")(showStatus, {}));
		expect([failure.message, failure.status]).toEqual(["", 502]);
	});

	test("an answer that breaks off is a lost connection, not a refusal", async () => {
		const failure = await answering(200, '{"success":{"isRe')(showStatus, {}).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(Error);
		expect(failure).not.toBeInstanceOf(ApiFailure);
	});

	test("sorts go out as asc and desc [D1.3.67]", () => {
		const { direction } = showRankings.query.parse({ direction: "ASC" });
		expect(direction).toBe("asc");
		expect(showRankings.query.parse({}).direction).toBe("desc");
	});
});
