import { ApiFailure } from "@first-bounce/contract/client";
import { expect, test } from "vitest";
import { createWording } from "./i18n.ts";
import en from "./locale/en.json";
import { problemWords } from "./problem.ts";

const { t } = createWording(en);
const words = (error: unknown) => problemWords(error, t);

test("the server's words go before ours", () => {
	expect(words(new ApiFailure(500, [{ code: "server-error", message: "Something went wrong" }]))).toBe(
		"Something went wrong",
	);
});

test("D1.8.02 a failure without a message of the server's has words of its own kind", () => {
	expect(words(new TypeError("Failed to fetch"))).toBe("The game cannot be reached. Check your connection.");
	expect(words(new ApiFailure(500, []))).toMatch(/went wrong on our side/);
	expect(words(new ApiFailure(503, []))).toMatch(/busy/);
	expect(words(new ApiFailure(429, []))).toMatch(/too often/);
	expect(words(new ApiFailure(404, []))).toBe("The game did not accept that.");
});
