import { createClient } from "@first-bounce/contract/client";
import { LANGUAGE } from "../i18n/language.ts";

/** The only door to the API; it resolves to success or throws ApiFailure with the server's words. */
export const client = createClient({ origin: "", language: LANGUAGE, fetch: (...request) => fetch(...request) });
