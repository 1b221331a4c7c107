import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { runRush } from "./rush.ts";
import { RushAccount } from "./rush-accounts.ts";
import { isRefusedBeforeReading } from "./rush-statistics.ts";

test("an answer that cannot be parsed fails the rush", async () => {
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

test("a save of a rush names the version in the last answer", () => {
	const account = new RushAccount({ teamId: 1, token: "token", leagueCode: null });
	const lineup = { DEF: [1, 2], MID: [3], RUC: [4], FWD: [5] };
	const showTeam = (version: number) => ({
		success: { team: { lineup, bench: lineup, utilityId: 6, captainId: 1, viceCaptainId: 2, emergency: [], version } },
	});
	const player = { cost: 300_000, positions: "DEF", lockedAt: 0 };
	const players = new Map([1, 2, 3, 4, 5, 6, 9].map((id) => [id, { ...player, id }]));
	for (const version of [7, 8]) {
		account.rememberTeam(showTeam(version));
		expect(account.planCaptain()?.request.body).toMatchObject({ type: "captain", version });
		expect(account.planTrade({ players })?.request.body).toMatchObject({ tradePairs: [{ playerInId: 9 }], version });
	}
});

test("only saves refused with 429 or a busy 503 were not stored", () => {
	const refuse = (status: number, text: string) => ({ status, hasRetryAfter: true, json: () => JSON.parse(text) });
	const answers = [
		refuse(429, ""),
		refuse(503, '{"success":null,"errors":[{"code":"busy"}]}'),
		refuse(503, '{"success":null,"errors":[{"code":"unconfirmed"}]}'),
		refuse(503, "<html>503 Service Temporarily Unavailable</html>"),
		refuse(409, '{"success":null,"errors":[{"code":"busy"}]}'),
		"timed-out" as const,
	];
	expect(answers.map(isRefusedBeforeReading)).toEqual([true, true, false, false, false, false]);
});
