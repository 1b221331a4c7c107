import { createClient } from "@first-bounce/contract/client";
import { LANGUAGE } from "../i18n/language.ts";

/** The only API client of the web. A call returns the success value or throws ApiFailure with the server's message. */
export const client = createClient({ origin: "", language: LANGUAGE, fetch: (...request) => fetch(...request) });
