import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import {
	saveNotificationPreferences,
	showNotifications,
	unsubscribeFromResultMails,
} from "@first-bounce/contract/accounts/notifications";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
	verifyAddress,
} from "../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	DEFAULT_PREFERENCES,
	queueMails,
} from "../../../../../testing/server/notifications.ts";
import { recordQueries } from "../../../../../testing/server/record-queries.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";

let app: TestApp;
let first: LeagueManager;
let second: LeagueManager;
const push = createLoopbackPush();

beforeEach(async () => {
	app = await createTestApp();
	const [one, other] = await createLeagueManagers(app, 2);
	if (!one || !other) throw new Error("no managers");
	[first, second] = [one, other];
	for (const manager of [first, second]) await verifyAddress(app, manager);
});
afterEach(() => app.close());

/** Runs the step that a server runs every few seconds. */
async function step(): Promise<void> {
	await createNoticeTasks(app, push).step();
	await queueMails(app);
}
const setResultMails = ({ client }: LeagueManager, resultMails = true) =>
	client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, resultMails } });
const listMails = () =>
	app.database.db.selectFrom("outbox_mails").where("kind", "=", "round-result").selectAll().orderBy("id").execute();
const getToken = (text: string) => /unsubscribe\/([\w-]+)\?mails=results/.exec(text)?.[1] ?? "";

describe("a mail about a round's result", () => {
	test("is sent once, after publication, to those who asked (D2.9.39)", async () => {
		expect((await first.client(showNotifications, {})).preferences.resultMails).toBe(false);
		await setResultMails(first);
		await createLeagueWith([first, second], { type: "h2h", size: 2, name: "Footy.mates" });
		await createLeagueWith([first, second], { type: "elimination", size: 2, name: "Last.legs" });
		await step();
		expect(await listMails()).toEqual([]);
		await finishRound(app, 1);
		await Promise.all([step(), step()]);
		await step();
		const [mail, ...others] = await listMails();
		expect(others).toEqual([]);
		const { rows } = await app.database.pool.query("SELECT email FROM users WHERE id = $1", [first.userId]);
		expect(mail?.to_address).toBe(rows[0].email);
		expect(mail?.subject).toBe("Round 1: 0 points, rank 1 overall");
		expect(mail?.body_text).toContain("Round 1 is final. You scored 0 points: rank 1 in the round, rank 1 overall.");
		expect(mail?.body_text).toContain("The average was 0, the same as your score.");
		// Mail programs must not turn a name into a link.
		expect(mail?.body_text).toMatch(/Footy\. mates: drew with Team \d+, 0–0\./);
		expect(mail?.body_text).toContain("Last. legs: you're the last team left. You won!");
		expect(mail?.body_text).toContain(`${TEST_URL}/results/1`);
		expect(mail?.body_html).toContain(`href="${TEST_URL}/results/1"`);
	});

	test("is in the account's language, to confirmed addresses only (D2.9.39)", async () => {
		await setResultMails(first);
		await setResultMails(second);
		await app.database.db.updateTable("users").set({ language: "fr" }).where("id", "=", first.userId).execute();
		await app.database.db
			.updateTable("users")
			.set({ email_verified_at: null })
			.where("id", "=", second.userId)
			.execute();
		await finishRound(app, 1);
		await step();
		const mails = await listMails();
		expect(mails.map(({ subject }) => subject.replaceAll("\u00a0", " "))).toEqual([
			"Journée 1 : 0 point, 1 au général",
		]);
		// The result is more than a day old by now, so it is not mailed any more.
		await verifyAddress(app, second);
		app.clocks.setWall(app.clocks.wallNow() + 25 * HOUR_MS);
		await step();
		expect(await listMails()).toHaveLength(1);
	});

	test("is stopped by its link, one click, or My account (D2.9.40)", async () => {
		await setResultMails(first);
		await finishRound(app, 1);
		await step();
		const [mail] = await listMails();
		const token = getToken(mail?.body_text ?? "");
		expect(mail?.headers).toEqual({
			"List-Unsubscribe": `<${TEST_URL}/api/en/public/user/result-mails/unsubscribe/${token}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		});
		const isOn = async () => (await first.client(showNotifications, {})).preferences.resultMails;
		expect(await app.visitor(unsubscribeFromResultMails, { params: { token: "made-up" }, body: {} })).toEqual({
			unsubscribed: true,
		});
		expect(await isOn()).toBe(true);
		const { statusCode } = await app.app.inject({
			method: "POST",
			url: `/api/en/public/user/result-mails/unsubscribe/${token}`,
			headers: { "content-type": "application/x-www-form-urlencoded", host: "localhost:3000" },
			payload: "List-Unsubscribe=One-Click",
		});
		expect([statusCode, await isOn()]).toEqual([200, false]);
		await setResultMails(first);
		await app.visitor(unsubscribeFromResultMails, { params: { token }, body: {} });
		expect(await isOn()).toBe(false);
		await finishRound(app, 2);
		await step();
		expect(await listMails()).toHaveLength(1);
		await setResultMails(first);
		await setResultMails(first, false);
		await finishRound(app, 3);
		await step();
		expect(await listMails()).toHaveLength(1);
	});

	test("is exported without its token, and deleted on deactivation (D2.9.40)", async () => {
		await setResultMails(first);
		await finishRound(app, 1);
		await step();
		const data = await first.client(exportOwnData, {});
		expect(data.resultMails).toMatchObject([{ season_id: 1, round_id: 1 }]);
		expect(data.notificationPreferences).toMatchObject([{ result_mails: true }]);
		expect(JSON.stringify(data.notificationPreferences)).not.toContain("mail_token");
		await first.client(deactivateAccount, {});
		const { rows } = await app.database.pool.query("SELECT count(*)::int AS count FROM result_mails");
		expect(rows).toEqual([{ count: 0 }]);
	});
});

describe("a mail about a correction", () => {
	const listCorrectionMails = async () => {
		const mails = app.database.db.selectFrom("outbox_mails").where("kind", "=", "round-correction").selectAll();
		return mails.orderBy("id").execute();
	};
	/** Sets the round 1 kicks of a player who is on field, without a role, in the first team only; null undoes it. */
	async function correctPlayer(K: number | null, others: readonly LeagueManager[] = [second]): Promise<void> {
		const findMatch = (playerId: number) => {
			const squadId = app.season.players.find(({ id }) => id === playerId)?.squadId ?? 0;
			return app.season
				.listMatchesOfRound(1)
				.find(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(squadId));
		};
		const ownPlayers = first.team.slots
			.slice(2, 16)
			.filter((id) => others.every(({ team }) => !team.slots.includes(id)));
		const playerId = ownPlayers.find(findMatch) ?? 0;
		const match = findMatch(playerId);
		const lines = [{ playerId, stats: K === null ? null : buildStatLine({ K }) }];
		const audit = { actor: "operator:1", reason: "Kicks were missed" };
		await correctStats(app.database, { matchId: match?.id ?? 0, lines }, audit, { wallNow: app.clocks.wallNow() });
		await app.seasons.refresh();
	}

	test("says who is out of an elimination league now [D2.1.78]", async () => {
		for (const manager of [first, second]) await setResultMails(manager);
		await createLeagueWith([second, first], { type: "elimination", size: 2, name: "Last Legs" });
		await finishRound(app, 1);
		await step();
		await correctPlayer(20);
		await step();
		const texts = (await listCorrectionMails()).map(({ body_text }) => /Last Legs: .*/.exec(body_text)?.[0]);
		expect(texts.toSorted()).toEqual(["Last Legs: you're now out.", "Last Legs: you've now won!"]);
	});

	test("says what changed in rounds after the exit too [D2.1.78]", async () => {
		const [third] = await createLeagueManagers(app, 1);
		if (!third) throw new Error("no manager");
		await setResultMails(first);
		await createLeagueWith([second, third, first], { type: "elimination", size: 3, name: "Last Legs" });
		for (const roundId of [1, 2]) await finishRound(app, roundId);
		await step();
		await correctPlayer(20, [second, third]);
		await step();
		const [mail] = await listCorrectionMails();
		expect(mail?.body_text.match(/Last Legs: .*/g)).toEqual([
			"Last Legs: you're back in.",
			"Last Legs: you've now won!",
		]);
	});

	test("is not sent about eliminations that were not stored [D2.1.78]", async () => {
		for (const manager of [first, second]) await setResultMails(manager);
		await createLeagueWith([second, first], { type: "elimination", size: 2, name: "Last Legs" });
		await finishRound(app, 1);
		await step();
		await correctPlayer(20);
		// As releases before eliminations stored it.
		const corrected = JSON.stringify({ 1: { points: 0, outcomes: {} } });
		await app.database.pool.query("UPDATE notices SET corrected = $1 WHERE kind = 'correction'", [corrected]);
		await step();
		const [mail, ...others] = await listCorrectionMails();
		expect(others).toEqual([]);
		expect(mail?.subject).toBe("Round 1 corrected: 60 points");
		expect(mail?.body_text).not.toContain("Last Legs");
	});

	test("loads the leagues of a round once for all mails", async () => {
		for (const manager of [first, second]) await setResultMails(manager);
		await createLeagueWith([second, first], { type: "elimination", size: 2 });
		await createLeagueWith([second, first], { type: "h2h", size: 2, medianGame: true });
		await finishRound(app, 1);
		await step();
		await correctPlayer(20);
		const texts = await recordQueries(step);
		expect(await listCorrectionMails()).toHaveLength(2);
		expect(texts.filter((text) => text.includes("WITH departures"))).toHaveLength(1);
		expect(texts.filter((text) => text.includes("l.median_game AND"))).toHaveLength(1);
	});

	test("is sent once in the account's language, without repeating the result (D2.9.39, D2.9.161)", async () => {
		await setResultMails(first);
		await app.database.db.updateTable("users").set({ language: "fr" }).where("id", "=", first.userId).execute();
		await finishRound(app, 1);
		await step();
		await correctPlayer(20);
		await Promise.all([step(), step()]);
		await step();
		expect(await listMails()).toHaveLength(1);
		const [mail, ...others] = await listCorrectionMails();
		expect(others).toEqual([]);
		expect(mail?.subject.replaceAll("\u00a0", " ")).toBe("La journée 1 corrigée : 60 points");
		const text = mail?.body_text.replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
		expect(text).toContain("Vous aviez 0 point auparavant.");
		expect(text).toContain("Rang 1 de la journée, 1 au classement général.");
		expect(text).toContain(`${TEST_URL}/results/1`);
		expect(getToken(text)).not.toBe("");
		expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
	});

	test("is sent to an opponent who therefore loses, unless undone (D2.9.161)", async () => {
		await createLeagueWith([first, second], { type: "h2h", size: 2, name: "Footy.mates" });
		await step();
		await setResultMails(second);
		await finishRound(app, 1);
		await step();
		await correctPlayer(20);
		await correctPlayer(null);
		await step();
		expect(await listCorrectionMails()).toEqual([]);
		await correctPlayer(20);
		await step();
		const [mail, ...others] = await listCorrectionMails();
		expect(others).toEqual([]);
		expect(mail?.subject).toBe("Round 1 corrected: your results changed");
		expect(mail?.body_text).toMatch(/Footy\. mates: now a loss to Team \d+, 0–60\./);
	});

	test("is not sent before the result mail, which is then right (D2.9.161)", async () => {
		await setResultMails(first);
		await finishRound(app, 1);
		await createNoticeTasks(app, push).step();
		await correctPlayer(20);
		await step();
		expect(await listCorrectionMails()).toEqual([]);
		expect((await listMails()).map(({ subject }) => subject)).toEqual(["Round 1: 60 points, rank 1 overall"]);
	});
});
