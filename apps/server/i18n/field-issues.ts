import type { Language } from "@first-bounce/contract/languages";
import type { z } from "zod";
import { getTranslator } from "./i18n.ts";

type Issue = z.core.$ZodIssue;

/** Gets the key of the text below `fields`, and its data. For our own checks in schemas, the issue's message is the key. */
function getTextKey(issue: Issue): readonly [key: string, data?: object] {
	switch (issue.code) {
		case "invalid_type":
			return issue.input === undefined ? ["missing"] : [`type_${issue.expected}`];
		case "too_small":
			if (issue.origin === "string" && issue.minimum === 1) return ["empty"];
			return [`tooSmall_${issue.origin}`, { count: Number(issue.minimum) + (issue.inclusive === false ? 1 : 0) }];
		case "too_big":
			return [`tooBig_${issue.origin}`, { count: Number(issue.maximum) }];
		case "not_multiple_of":
			return ["multiple", { divisor: issue.divisor }];
		case "invalid_value":
			return ["oneOf", { values: issue.values.map(String).join(", ") }];
		case "unrecognized_keys":
			return ["unknown"];
		default:
			return [issue.message];
	}
}

/** Describes what is wrong with a field of a call, in the caller's language. */
export function describeIssue(issue: Issue, language: Language): string {
	const t = getTranslator(language);
	const [key, data] = getTextKey(issue);
	return t(`fields.${key}`, data) || t("fields.invalid");
}
