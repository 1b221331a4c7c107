import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm, registerMultipart } from "./multipart.ts";

test("an error of the server while it reads a form is not blamed on the client", async () => {
	const schema = z.string().refine(() => {
		throw new Error("a fault of ours");
	});
	const app = Fastify();
	await registerMultipart(app);
	app.post("/", async (request) => parseForm(request, { body: z.object({ name: schema }) }));
	const payload = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nRoos\r\n--x--\r\n';
	const headers = { "content-type": "multipart/form-data; boundary=x" };
	const ours = await app.inject({ method: "POST", url: "/", headers, payload });
	expect(ours.json()).toMatchObject({ statusCode: 500, message: "a fault of ours" });
	const cut = await app.inject({ method: "POST", url: "/", headers, payload: payload.slice(0, 60) });
	expect(cut.json()).toMatchObject({ message: "malformed-body" });
	await app.close();
});
