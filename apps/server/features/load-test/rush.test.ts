import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { runRush } from "./rush.ts";

test("an answer that a process of the rush cannot read is named by the error", async () => {
	const server = createServer((_request, response) => {
		response.setHeader("content-type", "application/json").end('{"success":{}}');
	});
	onTestFinished(() => void server.close());
	const port = await new Promise<number>((resolve) => {
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : 0);
		});
	});
	const rush = runRush({
		url: `http://127.0.0.1:${port}`,
		accounts: [{ teamId: 1, token: "token", leagueCode: null }],
		seconds: 1,
		savesPerSecond: 1,
		isSteady: true,
		onSaved: () => undefined,
	});
	await expect(rush).rejects.toThrow("expected object, received undefined");
});
