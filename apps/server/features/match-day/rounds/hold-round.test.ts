import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import { holdRound, releaseRound } from "./hold-round.ts";
import { publishRound } from "./publish-round.ts";

const harness = createEngineHarness();
const auditContext = { actor: "operator:1", reason: "The league is reviewing a goal" };
const ROUND = { seasonId: 1, roundId: 1 };
const END = FIRST_BOUNCE + DAY + 3 * HOUR;
const DUE = END + 12 * HOUR;

/** Ends all matches of round 1. */
async function endRound1() {
	const season = await seedSeason(harness.database.db, { rounds: 2 });
	const random = createSeededRandom(5);
	const engine = await harness.start();
	await harness.stepAt(
		END,
		season
			.listMatchesOfRound(1)
			.map((match) => createPayload(`${match.id}`, [createRandomReport(season, match, random)])),
	);
	return engine;
}
const listAudit = () => harness.database.db.selectFrom("audit").select(["action", "reason"]).orderBy("id").execute();

test("a held round is published only after its release", async () => {
	const { seasons } = await endRound1();
	await holdRound(harness.database, ROUND, auditContext, END);
	await seasons.refresh();
	await harness.stepAt(DUE);
	expect((await seasons.refresh()).rounds[0]).toMatchObject({
		status: "playing",
		hold: { since: END, reason: "The league is reviewing a goal" },
	});
	await releaseRound(harness.database, ROUND, { ...auditContext, reason: "The goal stands" });
	await seasons.refresh();
	await harness.stepAt(DUE);
	expect((await seasons.refresh()).rounds[0]).toMatchObject({ status: "complete", hold: null });
	expect(await listAudit()).toEqual([
		{ action: "round-held", reason: "The league is reviewing a goal" },
		{ action: "round-released", reason: "The goal stands" },
		{ action: "round-published", reason: "" },
	]);
});

test("a publication queued before a hold does not publish", async () => {
	await endRound1();
	await holdRound(harness.database, ROUND, auditContext, END);
	expect(await publishRound(harness.database, 1, 1, DUE)).toBe(false);
});

test("an operator publishes a held round, which ends its hold", async () => {
	const { seasons } = await endRound1();
	await holdRound(harness.database, ROUND, auditContext, END);
	expect(await publishRound(harness.database, 1, 1, DUE, auditContext)).toBe(true);
	expect((await seasons.refresh()).rounds[0]).toMatchObject({ status: "complete", hold: null });
});

test("a round is released only if held, and held only once", async () => {
	await endRound1();
	expect(await getRefusalCode(releaseRound(harness.database, ROUND, auditContext))).toBe("round-not-held");
	await holdRound(harness.database, ROUND, auditContext, END);
	expect(await getRefusalCode(holdRound(harness.database, ROUND, auditContext, END))).toBe("round-held");
	await publishRound(harness.database, 1, 1, DUE, auditContext);
	expect(await getRefusalCode(holdRound(harness.database, ROUND, auditContext, DUE))).toBe("round-over");
	expect(await getRefusalCode(holdRound(harness.database, { ...ROUND, roundId: 9 }, auditContext, DUE))).toBe(
		"round-unknown",
	);
});
