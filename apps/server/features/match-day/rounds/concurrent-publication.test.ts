import { saveNotificationPreferences } from "@first-bounce/contract/accounts/notifications";
import { publishRoundNow, rerunPrices } from "@first-bounce/contract/operator/season";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	verifyAddress,
} from "../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	DEFAULT_PREFERENCES,
	queueMails,
} from "../../../../../testing/server/notifications.ts";
import { createTestApp, createTestOperator, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import { sendClosingLetters } from "../../operator/closing-letter/send-letters.ts";
import { publishRound } from "./publish-round.ts";

let app: TestApp;
let second: Awaited<ReturnType<TestApp["startSecondServer"]>>;
beforeAll(async () => {
	app = await createTestApp();
	second = await app.startSecondServer();
});
afterAll(async () => {
	await second.close();
	await app.close();
});
const push = createLoopbackPush();

/** Runs what a process does every few seconds after a publication. */
async function runTasks(): Promise<void> {
	const { db } = app.database;
	await createNoticeTasks(app, push).step();
	await queueMails(app);
	const verify = async () => ({ state: "passed" as const, findings: [] });
	await sendClosingLetters({ db, seasons: app.seasons, clocks: app.clocks, verify, inbox: null, publicUrl: TEST_URL });
}

test("two consoles, two processes and the season's clock publish a round once", async () => {
	const { db } = app.database;
	const operator = await createTestOperator(app);
	const other = second.as(operator.sessionId);
	const managers = await createLeagueManagers(app, 4);
	await createLeagueWith(managers, { type: "h2h", size: 4, name: "Everyone" });
	for (const manager of managers) {
		await verifyAddress(app, manager);
		await manager.client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, resultMails: true } });
	}
	const matches = app.season.listMatchesOfRound(1);
	app.clocks.setSeason(FIRST_BOUNCE + 30 * HOUR);
	for (const match of matches) {
		const playing = app.season.players.filter(({ squadId }) =>
			[match.homeSquadId, match.awaySquadId].includes(squadId),
		);
		await saveKicks(app, match, Object.fromEntries(playing.map(({ id }, index) => [id, index])));
	}
	await setMatchStatus(app, matches, "complete");

	const publish = { params: { id: 1 }, body: { reason: "All stats are in" } };
	const automatic = () => publishRound(app.database, app.season.id, 1, app.clocks.seasonNow());
	const outcomes = await Promise.all([
		operator.client(publishRoundNow, publish).then(
			() => true,
			() => false,
		),
		other(publishRoundNow, publish).then(
			() => true,
			() => false,
		),
		automatic(),
		automatic(),
	]);
	expect(outcomes.filter(Boolean)).toHaveLength(1);
	await app.seasons.refresh();
	const readPrices = () =>
		db.selectFrom("player_prices").selectAll().orderBy("round_id").orderBy("player_id").execute();
	const prices = await readPrices();
	const rerun = { params: { id: 1 }, body: { reason: "To be sure" } };
	const reruns = await Promise.all([operator.client(rerunPrices, rerun), other(rerunPrices, rerun)]);
	expect(reruns.map(({ changed }) => changed)).toEqual([0, 0]);
	expect(await readPrices()).toEqual(prices);

	await Promise.all([runTasks(), runTasks()]);
	await runTasks();
	const mails = await db.selectFrom("outbox_mails").select(["kind", "to_address"]).execute();
	const countMails = (kind: string) => mails.filter((mail) => mail.kind === kind).map(({ to_address }) => to_address);
	expect([countMails("round-result").length, new Set(countMails("round-result")).size]).toEqual([4, 4]);
	expect(countMails("closing-letter")).toHaveLength(1);
	const published = await db.selectFrom("audit").where("action", "=", "round-published").selectAll().execute();
	expect(published).toHaveLength(1);
	expect(await getApiFailure(operator.client(publishRoundNow, publish))).toMatchObject({ status: 409 });
});
