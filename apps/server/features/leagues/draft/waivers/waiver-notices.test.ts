import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, getFourManagers } from "../../../../../../testing/server/draft-leagues.ts";
import {
	claim,
	finishRoom,
	getSquad,
	listUnowned,
	runWaiversOf,
} from "../../../../../../testing/server/draft-waivers.ts";
import { verifyAddress } from "../../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	queueMails,
	subscribeBrowser,
} from "../../../../../../testing/server/notifications.ts";
import { createTestApp, TEST_URL } from "../../../../../../testing/server/test-app.ts";
import { startPushService } from "../../../../../../testing/services/push-service.ts";

test("a run tells those who claimed, and the chat who got whom [D2.9.418]", async () => {
	const push = createLoopbackPush();
	const service = await startPushService();
	const app = await createTestApp({ push });
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	const room = await createDraftRoom(app, { settings: { protectsBest: false } });
	await finishRoom(room);
	const [ada, bea, cleo, dora] = getFourManagers(room);
	const tasks = createNoticeTasks(app, push);
	const browsers = [];
	for (const { client } of [ada, cleo, dora]) browsers.push(await subscribeBrowser(client, service, {}));
	const silent = await subscribeBrowser(bea.client, service, { draftMoves: false, draftMails: true });
	await verifyAddress(app, bea);
	const [playerId = 0] = await listUnowned(room, "MID");
	const findPlayer = (id: number) => app.season.players.find((player) => player.id === id);
	const findMid = async (manager: typeof ada) =>
		(await getSquad(room, manager)).find((id) => findPlayer(id)?.position.join() === "MID") ?? 0;
	const drops = [await findMid(ada), await findMid(bea), await findMid(dora)];
	for (const [index, manager] of [ada, bea, dora].entries())
		await claim(room, manager, { playerId, dropId: drops[index] ?? 0 });
	app.clocks.setSeason(Date.parse("2026-08-25T02:00:00Z"));
	await runWaiversOf(app);
	const names = room.teamIds.map((_, index) => `Team ${index}`);
	for (const [index, { userId }] of room.managers.entries())
		await app.database.pool.query("UPDATE users SET team_name = $2 WHERE id = $1", [userId, names[index]]);
	await tasks.step();
	await queueMails(app);
	const texts = browsers.map(({ messages }) => messages().map(({ title, body, url }) => [title, body, url]));
	const title = "The Draft Club: waivers are in";
	const url = `/leagues/${room.id}/moves/1/first`;
	expect(texts).toEqual([
		[
			[
				title,
				`You got nobody. You missed out on ${findPlayer(playerId)?.name}. Team 3 got her: they were number 1 in the order, and you were number 4 by then.`,
				url,
			],
		],
		[],
		[[title, `You got ${findPlayer(playerId)?.name}.`, url]],
	]);
	expect(silent.messages()).toEqual([]);
	const { rows: mails } = await app.database.pool.query("SELECT subject, body_text FROM outbox_mails ORDER BY id");
	expect(mails).toHaveLength(1);
	expect(mails[0].subject).toBe(title);
	expect(mails[0].body_text.split("\n\n").slice(1, 5)).toEqual([
		"You got nobody.",
		`You missed out on ${findPlayer(playerId)?.name}. Team 3 got her: they were number 1 in the order, and you were number 3 by then.`,
		`Team 3 got ${findPlayer(playerId)?.name}.`,
		`Open the league:\n${TEST_URL}${url}`,
	]);
	const { messages } = await cleo.client(showConversation, { params: { id: room.id }, query: {} });
	const cards = messages.flatMap((message) => (message.kind === "card" ? [message.card] : []));
	expect(cards.find(({ type }) => type === "waivers-first")).toMatchObject({
		claims: [{ team: { teamId: room.teamIds[3] }, playerId, dropId: drops[2], bid: null }],
	});
	await app.close();
	await service.close();
	await push.close();
});
