import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm, registerMultipart } from "./multipart.ts";

test("a server error while reading a form is no client error", async () => {
	const schema = z.string().refine(() => {
		throw new Error("a problem of ours");
	});
	const app = Fastify();
	await registerMultipart(app);
	app.post("/", async (request) => parseForm(request, { body: z.object({ name: schema }) }));
	const payload = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nRoos\r\n--x--\r\n';
	const headers = { "content-type": "multipart/form-data; boundary=x" };
	const serverError = await app.inject({ method: "POST", url: "/", headers, payload });
	expect(serverError.json()).toMatchObject({ statusCode: 500, message: "a problem of ours" });
	const truncated = await app.inject({ method: "POST", url: "/", headers, payload: payload.slice(0, 60) });
	expect(truncated.json()).toMatchObject({ message: "malformed-body" });
	await app.close();
});
