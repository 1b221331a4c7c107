import type { FastifyInstance } from "fastify";

/** Parses the bodies of forms that are sent without scripts into objects of texts. */
export const acceptUrlEncodedForms = (app: FastifyInstance): void => {
	app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
		done(null, Object.fromEntries(new URLSearchParams(String(body)))),
	);
};
