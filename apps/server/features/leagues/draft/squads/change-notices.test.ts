import { showNotifications } from "@first-bounce/contract/accounts/notifications";
import { agreeToUndo, correctSquads, undoTransaction } from "@first-bounce/contract/draft/squads";
import { addFreeAgent } from "@first-bounce/contract/draft/waivers";
import { setDeputy } from "@first-bounce/contract/leagues/league-actions";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, type DraftRoom, getFourManagers } from "../../../../../../testing/server/draft-leagues.ts";
import { finishRoom, getSquad, listUnowned } from "../../../../../../testing/server/draft-waivers.ts";
import { type LeagueManager, verifyAddress } from "../../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	queueMails,
	subscribeBrowser,
} from "../../../../../../testing/server/notifications.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../../testing/services/push-service.ts";
import { correctByOperator } from "./operator-changes.ts";

const HOUR = 3_600_000;

let app: TestApp;
let service: PushService;
let room: DraftRoom;
const push = createLoopbackPush();

beforeEach(async () => {
	app = await createTestApp({ push });
	service = await startPushService();
	app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
	room = await createDraftRoom(app);
	await finishRoom(room);
	// After the last waiver run before the first round.
	app.clocks.setSeason(FIRST_BOUNCE - HOUR);
	for (const [index, { userId }] of room.managers.entries())
		await app.database.pool.query("UPDATE users SET team_name = $2 WHERE id = $1", [userId, `Team ${index}`]);
});
afterEach(async () => {
	await app.close();
	await service.close();
});

const getName = (id: number) => app.season.players.find((player) => player.id === id)?.name ?? "";
const isMid = (id: number) => app.season.players.find((player) => player.id === id)?.position.join() === "MID";

/** Replaces a midfielder of a manager with a free one. */
async function replaceMid(manager: LeagueManager) {
	const dropId = (await getSquad(room, manager)).find(isMid) ?? 0;
	const [playerId = 0] = await listUnowned(room, "MID");
	const body = { playerId, dropId };
	const { transaction } = await manager.client(addFreeAgent, { params: { id: room.id }, body });
	return { ...body, changeId: transaction.id };
}

test("an undo tells whose squad it changes what, by whom and why [D2.9.550]", async () => {
	const [ada, bea, cleo] = getFourManagers(room);
	const params = { id: room.id };
	const browsers = [];
	for (const { client } of [ada, bea, cleo]) browsers.push(await subscribeBrowser(client, service, {}));
	const { playerId, dropId, changeId } = await replaceMid(bea);
	await ada.client(undoTransaction, { params, body: { changeId, reason: "A click too much" } });
	await createNoticeTasks(app, push).deliver();
	const text = `In: ${getName(dropId)}. Out: ${getName(playerId)}. By the commissioner, Team 0. Reason: A click too much`;
	const message = ["The Draft Club: a move in your squad was undone", text, `/leagues/${room.id}/moves`];
	const received = browsers.map(({ messages }) => messages().map(({ title, body, url }) => [title, body, url]));
	expect(received).toEqual([[], [message], []]);
});

test("a vote on an undo is asked for, and its proposer told [D2.9.551]", async () => {
	const [ada, bea, cleo, dora] = getFourManagers(room);
	const params = { id: room.id };
	const browsers = [];
	for (const { client } of [ada, bea, cleo]) browsers.push(await subscribeBrowser(client, service, {}));
	const tasks = createNoticeTasks(app, push);
	const { playerId, dropId, changeId } = await replaceMid(ada);
	await ada.client(undoTransaction, { params, body: { changeId, reason: "A click too much" } });
	await tasks.deliver();
	for (const { client } of [bea, dora]) await client(agreeToUndo, { params, body: { changeId, agrees: true } });
	await tasks.deliver();
	const received = browsers.map(({ messages }) => messages().map(({ title, body }) => [title, body]));
	const moved = `${getName(dropId)} and ${getName(playerId)}`;
	const ask = [
		"The Draft Club: vote on undoing a move",
		`Team 0 asks to undo the move of ${moved}. Reason: A click too much`,
	];
	const text = `In: ${getName(dropId)}. Out: ${getName(playerId)}. Asked for by Team 0, with 2 votes of the other managers. Reason: A click too much`;
	expect(received).toEqual([[["The Draft Club: a move in your squad was undone", text]], [ask], [ask]]);
});

test("a correction by a vote or an operator is mailed by choice [D2.9.552]", async () => {
	const [ada, bea, cleo, dora] = getFourManagers(room);
	const params = { id: room.id };
	await subscribeBrowser(bea.client, service, { draftMails: true });
	await verifyAddress(app, bea);
	await app.database.pool.query("UPDATE users SET language = 'fr' WHERE id = $1", [bea.userId]);
	await ada.client(setDeputy, { params, body: { userId: cleo.userId, isDeputy: true } });
	const playerId = (await getSquad(room, bea)).find(isMid) ?? 0;
	const teamId = room.teamIds[1] ?? 0;
	const { transaction } = await cleo.client(correctSquads, {
		params,
		body: { moves: [{ playerId, toTeamId: null }], reason: "Wrong\nlist www.x.test" },
	});
	const body = { changeId: transaction.id, agrees: true };
	for (const { client } of [ada, dora]) await client(agreeToUndo, { params, body });
	const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
	const audit = { actor: "command line", reason: "Agreed with all" };
	await correctByOperator(services, room.id, [{ playerId, toTeamId: teamId }], audit);
	await Promise.all([queueMails(app), queueMails(app)]);
	const { rows } = await app.database.pool.query("SELECT subject, body_text FROM outbox_mails ORDER BY id");
	const mails = rows.map(({ subject, body_text }) => [subject, ...body_text.split("\n\n").slice(1, 4)]);
	const name = getName(playerId);
	expect(mails.map((lines) => lines.map((line) => line.replaceAll("\u00a0", " ")))).toEqual([
		[
			"The Draft Club : votre effectif est corrigé",
			`Partent : ${name}.`,
			"À la demande de Team 2, avec 2 voix des autres managers.",
			"Motif : Wrong list www. x. test",
		],
		[
			"The Draft Club : votre effectif est corrigé",
			`Arrivent : ${name}.`,
			"Par l’exploitant du site.",
			"Motif : Agreed with all",
		],
	]);
	// Mail programs stop them by the header's address, and the page behind the link with the same call.
	const { rows: headers } = await app.database.pool.query("SELECT headers FROM outbox_mails LIMIT 1");
	const address = String(headers[0].headers["List-Unsubscribe"]).slice(1, -1).replace(TEST_URL, "");
	expect(address).toMatch(/\?mails=draft$/);
	const before = (await bea.client(showNotifications, {})).preferences;
	const { statusCode } = await app.app.inject({
		method: "POST",
		url: address,
		headers: { "content-type": "application/x-www-form-urlencoded", host: "localhost:3000" },
		payload: "List-Unsubscribe=One-Click",
	});
	const after = (await bea.client(showNotifications, {})).preferences;
	expect([statusCode, before.draftMails, after.draftMails, after.draftMoves]).toEqual([200, true, false, true]);
});
