import Fastify from "fastify";
import { expect, test } from "vitest";
import { registerErrors } from "../../plugins/errors.ts";
import { registerMedia } from "./routes.ts";

test("pictures answer 503 with Retry-After while their bucket fails", async () => {
	const app = Fastify();
	registerErrors(app);
	registerMedia(app, { read: () => Promise.reject(new Error("connect ECONNREFUSED")) });
	const { statusCode, headers, body } = await app.inject("/media/users/1/1.webp");
	expect([statusCode, headers["retry-after"], JSON.parse(body)]).toEqual([
		503,
		"5",
		{ success: null, errors: [{ code: "busy", message: "The game is busy right now. Please try again" }] },
	]);
	await app.close();
});
