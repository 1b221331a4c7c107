import { createClient } from "@first-bounce/contract/client";
import { site } from "../app/site.ts";
import { LANGUAGE } from "../i18n/language.ts";

/** The only API client of the web. A call returns the success value or throws ApiFailure with the server's message. */
export const client = createClient({
	origin: "",
	base: () => site.apiBase,
	language: LANGUAGE,
	fetch: (...request) => fetch(...request),
});
