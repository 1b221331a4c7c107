import { ApiFailure } from "@first-bounce/contract/client";
import { expect, test } from "vitest";
import { getErrorMessage } from "./error-message.ts";
import { createI18n } from "./i18n.ts";
import en from "./locale/en.json";

const { t } = createI18n(en);
const getText = (error: unknown) => getErrorMessage(error, t);

test("the message of the server takes precedence", () => {
	expect(getText(new ApiFailure(500, [{ code: "server-error", message: "Something went wrong" }]))).toBe(
		"Something went wrong",
	);
});

test("a failure without a message gets one by its kind (D1.8.02)", () => {
	expect(getText(new TypeError("Failed to fetch"))).toBe("The game cannot be reached. Check your connection.");
	expect(getText(new SyntaxError("Unexpected end of JSON input"))).toBe(
		"The game cannot be reached. Check your connection.",
	);
	expect(getText(new ApiFailure(500, []))).toMatch(/went wrong on our side/);
	expect(getText(new ApiFailure(503, []))).toMatch(/busy/);
	expect(getText(new ApiFailure(429, []))).toMatch(/Too many attempts/);
	expect(getText(new ApiFailure(403, []))).toBe("That isn't allowed.");
	expect(getText(new ApiFailure(404, []))).toBe("There is nothing to show here yet.");
});

test("an error of the page itself does not blame the connection", () => {
	expect(getText(new Error("This browser cannot draw"))).toBe("Something went wrong. Please try again.");
});
