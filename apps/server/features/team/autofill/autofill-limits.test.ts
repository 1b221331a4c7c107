import { authLogin } from "@first-bounce/contract/accounts/auth";
import { ApiFailure } from "@first-bounce/contract/client";
import { autofillTeam, type LineupBody, updateTeam } from "@first-bounce/contract/team/team";
import type { AutofillInput } from "@first-bounce/rules/autofill/autofill";
import { forbid } from "@first-bounce/rules/violation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager } from "../../../../../testing/season/known-team.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { type Client, createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createAccountQueue } from "../../jobs/account-queue.ts";
import { createSolver, type Solver } from "./solver.ts";

const EMPTY: LineupBody = {
	lineup: { DEF: [0, 0, 0, 0, 0], MID: [0, 0, 0, 0, 0], RUC: [0], FWD: [0, 0, 0, 0, 0] },
	bench: { DEF: [0], MID: [0], RUC: [0], FWD: [0] },
	utilityId: 0,
	captainId: 0,
	viceCaptainId: 0,
};
const FLOODERS = 30;
const PROBES = 7;

let app: TestApp;
let nextNumber = 1;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** Creates an active account without a team. */
async function createAccount(testApp = app): Promise<Client> {
	const number = nextNumber++;
	const { id } = await testApp.database.db
		.insertInto("users")
		.values({
			first_name: "Flo",
			last_name: "O",
			email: `flo${number}@example.test`,
			team_name: `Flo ${number}`,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return testApp.as(await testApp.getToken(id));
}

/** Sends an autofill request and returns its status. */
const tryAutofill = (client: Client): Promise<number> =>
	client(autofillTeam, { body: EMPTY }).then(
		() => 200,
		(error) => {
			if (error instanceof ApiFailure) return error.status;
			throw error;
		},
	);

test("one of ten concurrent autofills of an account succeeds", async () => {
	const solver = createSolver();
	const enqueue = createAccountQueue(50, { running: "autopick-running", busy: "autopick-busy" });
	const hold = Promise.withResolvers<void>();
	const fill: Solver["fill"] = (requester, input) =>
		enqueue(requester, async () => {
			await hold.promise;
			return solver.fill(requester, input);
		});
	const pausedApp = await createTestApp({ solver: { fill, close: solver.close } });
	const [greedy, other] = [await createAccount(pausedApp), await createAccount(pausedApp)];
	let refused = 0;
	const flood = Array.from({ length: 10 }, async () => {
		const status = await tryAutofill(greedy);
		// The accepted request ends only after the others were refused.
		if (status === 429 && ++refused === 9) hold.resolve();
		return status;
	});
	expect(await tryAutofill(other)).toBe(200);
	const statuses = await Promise.all(flood);
	expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
	await solver.close();
	await pausedApp.close();
});

test("a team over the cap is filled for its later start", async () => {
	const inputs: AutofillInput[] = [];
	const fill: Solver["fill"] = async (_, input) => {
		inputs.push(input);
		return forbid({ code: "not-enough-salary-to-fill" });
	};
	const watchedApp = await createTestApp({ solver: { fill, close: async () => undefined } });
	const { client } = await createKnownManager(watchedApp, { bank: -1_000 });
	watchedApp.clocks.setSeason(FIRST_BOUNCE + HOUR);
	expect(await tryAutofill(client)).toBe(422);
	// Round 1 has begun. In round 2 the club of 1001 has a bye, and that of 1049 plays.
	const pool = inputs[0]?.pool ?? [];
	const likely = pool.filter(({ isLikelyToPlay }) => isLikelyToPlay).map(({ player }) => player.id);
	expect([1001, 1049].map((id) => likely.includes(id))).toEqual([false, true]);
	await watchedApp.close();
});

test("a hundred concurrent autofills of one account do not block other accounts", async () => {
	const [greedy, other] = [await createAccount(), await createAccount()];
	const flood = Array.from({ length: 100 }, () => tryAutofill(greedy));
	expect(await tryAutofill(other)).toBe(200);
	expect((await Promise.all(flood)).filter((status) => status !== 200 && status !== 429)).toEqual([]);
});

test("an account can autofill 15 times a minute", async () => {
	const token = await app.getToken((await createManager(app)).user.id);
	const sendAutofill = () =>
		app.app.inject({
			method: "POST",
			url: "/api/en/fantasy/team/autopick",
			headers: { host: "localhost:3000", "x-sid": token },
			// A request with invalid contents counts too.
			payload: { ...EMPTY, captainId: 1001 },
		});
	const statuses: number[] = [];
	for (let times = 0; times < 15; times++) statuses.push((await sendAutofill()).statusCode);
	expect(new Set(statuses)).toEqual(new Set([422]));
	const refused = await sendAutofill();
	expect(refused.statusCode).toBe(429);
	expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
	expect(refused.json().errors[0].code).toBe("too-many-requests");
});

test("while thirty accounts flood autofill, everything else still responds", async () => {
	const { user, client } = await createManager(app);
	const saver = await createAccount();
	const { team } = await saver(autofillTeam, { body: EMPTY });
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = team;
	const body = { lineup, bench, utilityId, captainId, viceCaptainId, emergency };
	const calls = {
		signIn: () => app.visitor(authLogin, { body: { email: user.email, password: "a long enough secret" } }),
		save: () => saver(updateTeam, { body }),
		health: async () => expect((await app.app.inject("/healthz")).statusCode).toBe(200),
	};
	const flooders = await Promise.all(Array.from({ length: FLOODERS }, createAccount));
	let isFlooding = true;
	const flood = flooders.map(async (flooder) => {
		const statuses: number[] = [];
		while (isFlooding) statuses.push(...(await Promise.all([tryAutofill(flooder), tryAutofill(flooder)])));
		return statuses;
	});
	const otherAutofill = tryAutofill(client);
	for (const call of [calls.signIn, calls.save, calls.health]) {
		for (let probe = 0; probe < PROBES; probe++) await call();
	}
	expect(await otherAutofill).toBe(200);
	isFlooding = false;
	const statuses = (await Promise.all(flood)).flat();

	expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
