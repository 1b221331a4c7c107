import { describe, expect, test } from "vitest";
import { ApiFailure, createClient } from "./client.ts";
import { showStatus } from "./site/status.ts";
import { showRankings } from "./stats/rankings.ts";

const createClientReturning = (status: number, body: unknown) =>
	createClient({
		origin: "",
		language: "en",
		fetch: async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
	});
const getFailure = async (call: Promise<unknown>): Promise<ApiFailure> => {
	const error = await call.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ApiFailure)) throw new Error(`Expected an ApiFailure, got ${String(error)}`);
	return error;
};
const TWO_ERRORS = [
	{ code: "locked", message: "Maeve is locked" },
	{ code: "over-salary-cap", message: "Over the salary cap" },
];

describe("the client", () => {
	test("throws a failed call with the message of its first error (D1.8.01)", async () => {
		const failure = await getFailure(createClientReturning(422, { success: null, errors: TWO_ERRORS })(showStatus, {}));
		expect([failure.message, failure.status, failure.code]).toEqual(["Maeve is locked", 422, "locked"]);
		expect(failure.errors).toEqual(TWO_ERRORS);
	});

	test("treats a 200 response with errors as a failure (D1.8.03, D2.8.01)", async () => {
		const failure = await getFailure(
			createClientReturning(200, { success: { isReady: true }, errors: TWO_ERRORS })(showStatus, {}),
		);
		expect([failure.message, failure.status]).toEqual(["Maeve is locked", 200]);
	});

	test("reports a response without envelope as a failure without message", async () => {
		const failure = await getFailure(createClientReturning(502, "<html>Bad gateway</html>")(showStatus, {}));
		expect([failure.message, failure.status]).toEqual(["", 502]);
	});

	test("reports an incomplete response as a network error", async () => {
		const failure = await createClientReturning(200, '{"success":{"isRe')(showStatus, {}).catch(
			(error: unknown) => error,
		);
		expect(failure).toBeInstanceOf(Error);
		expect(failure).not.toBeInstanceOf(ApiFailure);
	});

	test("sends sort directions as asc and desc (D1.3.67)", () => {
		const { direction } = showRankings.query.parse({ direction: "ASC" });
		expect(direction).toBe("asc");
		expect(showRankings.query.parse({}).direction).toBe("desc");
	});
});
