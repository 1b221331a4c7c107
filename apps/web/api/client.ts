import { createClient } from "@first-bounce/contract/client";
import { site } from "../app/site.ts";
import { LANGUAGE } from "../i18n/language.ts";
import { noteResponse } from "../offline/reachability.ts";

export const CLIENT_OPTIONS = {
	origin: "",
	base: () => site.apiBase,
	language: LANGUAGE,
	fetch: async (...request: Parameters<typeof fetch>) => noteResponse(await fetch(...request)),
};

/** The API client of the web. A call returns the success value or throws ApiFailure with the server's message. */
export const client = createClient(CLIENT_OPTIONS);

/** The client for calls with a small body that arrive even if the page is closed meanwhile. */
export const lastingClient = createClient({
	...CLIENT_OPTIONS,
	fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});
