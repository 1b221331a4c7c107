import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { listMails, showMail } from "@first-bounce/contract/operator/mails";
import { correctStatLines } from "@first-bounce/contract/operator/stats";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, drawSlots, seedTeam } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { createJobQueue } from "../../jobs/job-queue.ts";
import type { VerificationResult } from "./queries.ts";
import { runVerify } from "./run-verify.ts";
import { type ClosingServices, sendClosingLetters, startClosingLetters } from "./send-letters.ts";

let app: TestApp;
let client: Client;
interface Manager {
	readonly userId: number;
	readonly teamId: number;
}
let managers: Manager[];
let verified: number[];
let result: VerificationResult;
const getManager = (index: number) => managers[index] as Manager;

beforeEach(async () => {
	app = await createTestApp();
	verified = [];
	result = { state: "passed", findings: [] };
	const operator = await createTestOperator(app);
	client = operator.client;
	managers = [await seedManager(31), await seedManager(32)];
	await setUser(getManager(0), { team_name: "Ada’s Arrows" });
	await setUser(getManager(1), { team_name: "Bea.example Bombers" });
});
afterEach(() => app.close());

async function seedManager(seed: number): Promise<Manager> {
	const slots = drawSlots(app.season, createSeededRandom(seed));
	const { id, userId } = await seedTeam(app.database.db, app.season, { slots });
	return { userId, teamId: id };
}
const setUser = ({ userId }: Manager, values: object) =>
	app.database.db.updateTable("users").set(values).where("id", "=", userId).execute();
const buildServices = (): ClosingServices => ({
	db: app.database.db,
	seasons: app.seasons,
	clocks: app.clocks,
	verify: async (roundId) => {
		verified.push(roundId);
		return result;
	},
	inbox: null,
	publicUrl: TEST_URL,
});
const listLetters = async () => {
	const { mails } = await client(listMails, { query: {} });
	return mails.filter(({ kind }) => kind === "closing-letter");
};
const readMail = async (id = 0) => (await client(showMail, { params: { id } })).text;
const getLetter = async (id = 1) => (await client(showClosingLetter, { params: { id } })).letter;

/** Publishes round 1, in which one player of the first manager's team scores, none of the second's, and some others. */
async function playRound(): Promise<{ own: number; other: number; best: number }> {
	const readSlots = async ({ teamId }: Manager) =>
		(
			await app.database.db
				.selectFrom("lineups")
				.where("team_id", "=", teamId)
				.select("slots")
				.executeTakeFirstOrThrow()
		).slots;
	const [first, second] = [await readSlots(getManager(0)), await readSlots(getManager(1))];
	const isInMatch = (id: number) => id >= 1001 && id <= 1024;
	const ownPlayer = first.slice(0, 16).find((id) => isInMatch(id) && !second.includes(id));
	const other = second.slice(0, 16).find((id) => isInMatch(id) && !first.includes(id));
	const [match] = app.season.listMatchesOfRound(1);
	if (!match || ownPlayer === undefined || other === undefined) throw new Error("no such players");
	for (const [{ teamId }, field] of [
		[getManager(0), first],
		[getManager(1), second],
	] as const) {
		const [captain = 0, vice = 0] = field.slice(0, 16).filter((id) => id !== ownPlayer && id !== other);
		await app.database.db
			.updateTable("lineups")
			.set({ captain_id: captain, vice_captain_id: vice })
			.where("team_id", "=", teamId)
			.execute();
	}
	const free = app.season.players
		.map(({ id }) => id)
		.filter((id) => isInMatch(id) && ![...first, ...second].includes(id));
	const [best = 0, worst = 0] = free;
	// These players' prices hardly change, which makes the change of the best player unusual.
	const usualKicks = Object.fromEntries(free.slice(2, 8).map((id) => [id, 22]));
	await saveKicks(app, match, { [ownPlayer]: 20, [best]: 60, [worst]: 1, ...usualKicks });
	await finishRound(app, 1);
	return { own: ownPlayer, other, best };
}

test("operators are mailed once after a round, in their language (D2.9.81)", async () => {
	await app.database.db.updateTable("users").set({ language: "fr" }).where("is_operator", "=", true).execute();
	const { user } = await createTestOperator(app);
	const { best } = await playRound();
	await Promise.all([sendClosingLetters(buildServices()), sendClosingLetters(buildServices())]);
	await sendClosingLetters(buildServices());
	expect(verified).toContain(1);
	const letters = await listLetters();
	expect(letters.map(({ subject }) => subject.replaceAll("\u00a0", " ")).toSorted()).toEqual([
		"La journée 1 est close",
		"Round 1 is closed",
	]);
	const english = await readMail(letters.find(({ to }) => to === user.email)?.id);
	expect(english).toContain("Winner: Ada’s Arrows with 60 points.");
	expect(english).toContain("2 teams took part");
	expect(english).toContain("No stats were corrected.");
	expect(english).toContain("No payload is in quarantine.");
	expect(english).toMatch(/Largest price (rises|falls): P \d+ \$[\d,]+ → \$[\d,]+\./);
	expect(english).toContain(`Far beyond the round's usual change, please check: P ${best} $`);
	expect(english).toContain("Verified: recomputed from the stored payloads, with no difference.");
	expect(english).toContain(`${TEST_URL}/operator/rounds?round=1`);
	const french = await readMail(letters.find(({ to }) => to !== user.email)?.id);
	expect(french).toContain("Ada’s Arrows avec 60 points.");
	expect(await getLetter()).toMatchObject({
		roundId: 1,
		winners: [{ teamId: getManager(0).teamId, teamName: "Ada’s Arrows", points: 60 }],
		participation: { teams: 2 },
		corrections: [],
		prices: { unusual: expect.arrayContaining([expect.objectContaining({ playerId: best })]) },
		quarantined: 0,
		verification: { state: "passed", findings: [] },
		sentAt: new Date(app.clocks.wallNow()).toISOString(),
	});
});

test("an addendum is sent only after a correction that changed the winners (D2.9.82)", async () => {
	const { own, other } = await playRound();
	await sendClosingLetters(buildServices());
	const [match] = app.season.listMatchesOfRound(1);
	const correct = (playerId: number, K: number, reason: string) =>
		client(correctStatLines, {
			params: { id: match?.id ?? 0 },
			body: { reason, lines: [{ playerId, stats: { ...buildStatLine({ K }), TOG: 80 } }] },
		});
	await correct(own, 21, "One kick was missed");
	await sendClosingLetters(buildServices());
	expect(await listLetters()).toHaveLength(1);
	await correct(other, 21, "She did play");
	await sendClosingLetters(buildServices());
	await sendClosingLetters(buildServices());
	const letters = await listLetters();
	expect(letters.map(({ subject }) => subject)).toEqual(["Round 1: the winners have changed", "Round 1 is closed"]);
	const text = await readMail(letters[0]?.id);
	// Names must not become links in mail programs.
	expect(text).toContain("2 winners level on 63 points: Ada’s Arrows, Bea. example Bombers.");
	expect(text).toContain("2 players' stats were corrected:");
	expect(text).toContain(`P ${other}: She did play`);
	expect(verified).toEqual([1, 1, 1]);
});

test("a round corrected during verification is verified again first (D2.9.81)", async () => {
	const { own } = await playRound();
	const [match] = app.season.listMatchesOfRound(1);
	const verify = async (roundId: number) => {
		verified.push(roundId);
		const lines = [{ playerId: own, stats: { ...buildStatLine({ K: 22 }), TOG: 80 } }];
		if (verified.length === 1)
			await client(correctStatLines, { params: { id: match?.id ?? 0 }, body: { reason: "Two were missed", lines } });
		return result;
	};
	await sendClosingLetters({ ...buildServices(), verify });
	expect(await listLetters()).toEqual([]);
	await sendClosingLetters({ ...buildServices(), verify });
	const [letter] = await listLetters();
	expect(await readMail(letter?.id)).toContain("Winner: Ada’s Arrows with 66 points.");
	expect(verified).toEqual([1, 1]);
});

test("differences and failures of the verification are in the letter (D2.9.81)", async () => {
	await playRound();
	result = { state: "differs", findings: ["team 3, points: published 60, recomputed 57"] };
	await sendClosingLetters(buildServices());
	const [letter] = await listLetters();
	const text = await readMail(letter?.id);
	expect(text).toContain("Verification found 1 difference");
	expect(text).toContain("team 3, points: published 60, recomputed 57");
	await finishRound(app, 2);
	await sendClosingLetters({ ...buildServices(), verify: () => Promise.reject(new Error("no space left")) });
	expect((await getLetter(2)).verification).toMatchObject({ state: "failed", findings: ["no space left"] });
	expect(await listLetters()).toHaveLength(2);
	expect(await getApiFailure(getLetter(3))).toMatchObject({ status: 409, code: "round-not-published" });
});

test("a verification has the command's differences, or its error (D2.9.81)", async () => {
	const cli = new URL("../../../../../testing/server/failing-command.ts", import.meta.url).pathname;
	expect(await runVerify(1, { cli })).toEqual({ state: "failed", findings: ["The database does not answer."] });
	expect(await runVerify(2, { cli })).toEqual({
		state: "differs",
		findings: ["team 3, points: published 60, recomputed 57"],
	});
	expect(await runVerify(3, { cli })).toEqual({ state: "passed", findings: [] });
});

test("a stopping server aborts a verification, which is repeated later (D2.9.81)", async () => {
	await playRound();
	const onError = () => undefined;
	const queue = await createJobQueue({ pool: app.database.pool, onError });
	const begun = Promise.withResolvers<void>();
	const verify: ClosingServices["verify"] = (_roundId, { signal } = {}) =>
		new Promise((resolve) => {
			signal?.addEventListener("abort", () => resolve({ state: "failed", findings: ["It was ended."] }));
			begun.resolve();
		});
	const letters = startClosingLetters({ ...buildServices(), queue, verify }, onError);
	await begun.promise;
	await letters.stop();
	await queue.close();
	expect(await listLetters()).toEqual([]);
	await sendClosingLetters(buildServices());
	expect(verified).toEqual([1]);
	const [letter] = await listLetters();
	expect(await readMail(letter?.id)).not.toContain("It was ended.");
});
