import { showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { verifyAddress } from "../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	queueMails,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createTradeRoom, type TradeRoom } from "../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { advanceLeagues } from "../../leagues/head-to-head/round-activity.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";

let app: TestApp;
let service: PushService;
let room: TradeRoom;
/** Ada has no classic team, Bea has one. */
const browsers: Awaited<ReturnType<typeof subscribeBrowser>>[] = [];
const push = createLoopbackPush();

async function step(): Promise<void> {
	await createNoticeTasks(app, push).step();
	await queueMails(app);
}
const listPushed = () => browsers.map(({ messages }) => messages().map(({ title, body, url }) => [title, body, url]));
async function listMails() {
	const { rows } = await app.database.pool.query(
		`SELECT m.subject, m.body_text, u.id FROM outbox_mails m JOIN users u ON u.email = m.to_address
		WHERE m.kind IN ('round-result', 'draft-result', 'round-correction') ORDER BY m.id`,
	);
	return rows.map(({ subject, body_text, id }) => [id, subject, ...body_text.split("\n\n").slice(1)]);
}

beforeAll(async () => {
	app = await createTestApp({ push });
	service = await startPushService();
	app.clocks.setSeason(FIRST_BOUNCE - 24 * 3_600_000);
	room = await createTradeRoom(app);
	const [ada, bea] = room.managers;
	for (const manager of [ada, bea]) {
		browsers.push(await subscribeBrowser(manager.client, service, { roundResults: true, resultMails: true }));
		await verifyAddress(app, manager);
	}
	const { pool } = app.database;
	for (const [index, { userId }] of room.managers.entries())
		await pool.query("UPDATE users SET team_name = $2 WHERE id = $1", [userId, `Team ${index}`]);
	await pool.query("DELETE FROM teams WHERE user_id = $1", [ada.userId]);
	app.clocks.setSeason(FIRST_BOUNCE);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const match of app.season.listMatchesOfRound(1)) {
		const squads = [match.homeSquadId, match.awaySquadId];
		const isIn = (id: number) => squads.includes(app.season.players.find((player) => player.id === id)?.squadId ?? 0);
		// The midfielders of the four squads score 30, 60, 90 and 120, twice as captains.
		const kicks = room.squads.map((squad, index) => [squad[2] ?? 0, 10 * (index + 1)] as const);
		await saveKicks(app, match, Object.fromEntries(kicks.filter(([id]) => isIn(id))));
	}
	await finishRound(app, 1);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
});
afterAll(async () => {
	await app.close();
	await service.close();
	await push.close();
});

/** A team's points in its match-up, its opponent's name and points, and the match-up's number. */
async function findMatchUp(teamIndex: number) {
	const { matchUps } = await room.managers[0].client(showMatchUps, { body: { leagueId: room.params.id, roundId: 1 } });
	const name = `Team ${teamIndex}`;
	const place = matchUps.findIndex(({ home, away }) => [home.teamName, away.teamName].includes(name));
	const { home, away } = matchUps[place] ?? {};
	const [own, other] = home?.teamName === name ? [home, away] : [away, home];
	return { own: own?.points ?? 0, other: other?.points ?? 0, opponent: other?.teamName ?? "", place };
}

test("a round is told once, with or without a classic team [D2.9.553]", async () => {
	await step();
	await step();
	const [ada, bea] = room.managers;
	const [mine, hers] = [await findMatchUp(0), await findMatchUp(1)];
	expect([mine.own, mine.other > mine.own]).toEqual([60, true]);
	const page = `/leagues/${room.params.id}/matchup/1/${mine.place}`;
	const line = `The Draft Club: you lost to ${mine.opponent} 60–${mine.other}. Ladder: 4 of 4.`;
	const [adasPush, beasPush] = listPushed();
	expect(adasPush).toEqual([["Round 1: 60 points", line, page]]);
	expect(beasPush).toHaveLength(1);
	const [, beasText = ""] = beasPush?.[0] ?? [];
	expect(beasText).toContain(`${hers.opponent} ${hers.own}–${hers.other}. Ladder: `);
	const mails = await listMails();
	expect(mails).toHaveLength(2);
	expect(mails.find(([id]) => id === ada.userId)?.slice(1, 5)).toEqual([
		"Round 1: 60 points in The Draft Club",
		"Round 1 is final.",
		line,
		expect.stringContaining(page),
	]);
	const beasMail = mails.find(([id]) => id === bea.userId)?.join("\n") ?? "";
	expect(beasMail).toMatch(/You scored \d+ points?: rank/);
	expect(beasMail.match(/The Draft Club: (won|lost|drew)/g)).toHaveLength(1);
	expect(beasMail).toMatch(/–\d+\. Ladder: [1-4] of 4\./);
});

test("a correction that changes a match-up is told to who only drafts [D2.9.554]", async () => {
	const [ada] = room.managers;
	const [mid = 0] = room.squads[0]?.slice(2) ?? [];
	const { other, opponent, place } = await findMatchUp(0);
	const squadId = app.season.players.find((player) => player.id === mid)?.squadId ?? 0;
	const match = app.season
		.listMatchesOfRound(1)
		.find(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(squadId));
	const lines = [{ playerId: mid, stats: buildStatLine({ K: 50 }) }];
	const audit = { actor: "test", reason: "miscounted" };
	await correctStats(app.database, { matchId: match?.id ?? 0, lines }, audit, { wallNow: app.clocks.wallNow() });
	await app.seasons.refresh();
	await step();
	await step();
	const text = `The Draft Club: now a win over ${opponent}, 300–${other}. You had 60 points before.`;
	const page = `/leagues/${room.params.id}/matchup/1/${place}`;
	expect(listPushed()[0]?.slice(1)).toEqual([["Round 1 corrected: your results changed", text, page]]);
	const mails = (await listMails()).slice(2).filter(([id]) => id === ada.userId);
	expect(mails.map((mail) => mail.slice(1, 4))).toEqual([
		["Round 1 corrected: your results changed", expect.any(String), text],
	]);
});
