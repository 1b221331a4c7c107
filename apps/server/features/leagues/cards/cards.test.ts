import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import * as call from "@first-bounce/contract/leagues/conversation";
import { setDeputy } from "@first-bounce/contract/leagues/league-actions";
import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { settleRound } from "../head-to-head/match-results.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";
import { buildMatchUp } from "./build-cards.ts";
import { writeDueCards } from "./card-runner.ts";

const random = createSeededRandom(77);
let app: TestApp;
let ann: LeagueManager;
let bea: LeagueManager;
/** Leagues of the same four managers: head-to-head; open, without cards; and open, with recaps posted automatically. */
let h2h: number;
let quiet: number;
let open: number;

beforeAll(async () => {
	app = await createTestApp({}, { rounds: 4 });
	const managers = await createLeagueManagers(app, 4);
	[ann, bea] = managers as [LeagueManager, LeagueManager];
	h2h = (await createLeagueWith(managers, { type: "h2h", size: 4, finals: false })).id;
	quiet = (await createLeagueWith(managers)).id;
	open = (await createLeagueWith(managers)).id;
	await setSettings(quiet, { hasCards: false });
	await setSettings(open, { postsRecap: true });
}, 60_000);
afterAll(() => app.close());

const setSettings = (id: number, body: { hasCards?: boolean; postsRecap?: boolean }) =>
	ann.client(call.updateConversationSettings, { params: { id }, body });
const writeCards = () => writeDueCards({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());

/** Gives every player of a round some points, publishes it and writes its cards. */
async function playRound(roundId: number): Promise<void> {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	await advance();
	for (const match of app.season.listMatchesOfRound(roundId)) {
		const squads = [match.homeSquadId, match.awaySquadId];
		const playing = app.season.players.filter(({ squadId }) => squads.includes(squadId));
		await saveKicks(app, match, Object.fromEntries(playing.map(({ id }) => [id, Math.floor(random() * 25)])));
	}
	await finishRound(app, roundId);
	await advance();
	await writeCards();
}

const listMessages = async (id: number, manager = bea) =>
	(await manager.client(call.showConversation, { params: { id }, query: {} })).messages;
async function listCards<Type extends LeagueCard["type"]>(id: number, type: Type, manager = bea) {
	return (await listMessages(id, manager)).flatMap((message) =>
		message.kind === "card" && message.card.type === type
			? [{ ...message, card: message.card as Extract<LeagueCard, { type: Type }> }]
			: [],
	);
}
const getVersion = async (id: number) =>
	(await bea.client(call.showConversation, { params: { id }, query: {} })).version;
/** Loads the published points of a round by team, as stored. */
async function loadPoints(roundId: number): Promise<ReadonlyMap<number, number>> {
	const rows = await app.database.db
		.selectFrom("standings")
		.where("round_id", "=", roundId)
		.select(["team_id", "points"])
		.execute();
	return new Map(rows.map((row) => [row.team_id, row.points]));
}

describe("the cards of a published round", () => {
	test("show its match-ups and best score once, however often the job runs [D2.7.57]", async () => {
		await playRound(1);
		const version = await getVersion(h2h);
		await writeCards();
		expect(await getVersion(h2h)).toBe(version);
		const points = await loadPoints(1);
		const [results, ...more] = await listCards(h2h, "results");
		expect(more).toEqual([]);
		expect(results?.roundId).toBe(1);
		expect(results?.card.matchUps).toHaveLength(2);
		for (const { home, away } of results?.card.matchUps ?? []) {
			expect([home.points, away.points]).toEqual([points.get(home.teamId), points.get(away.teamId)]);
			expect([home.teamName, away.teamName]).not.toContain("");
		}
		expect(results?.card.best?.points).toBe(Math.max(...points.values()));
		expect(await listCards(h2h, "records")).toEqual([]);
		expect(await listCards(quiet, "results")).toEqual([]);
		expect((await listCards(open, "results"))[0]?.card.matchUps).toEqual([]);
	});

	test("are no unread messages, and only the commissioner can hide them [D2.7.58]", async () => {
		const [results] = await listCards(h2h, "results");
		const params = { id: h2h, messageId: results?.id ?? 0 };
		const { leagues } = await bea.client(call.listUnreadCounts, {});
		expect(leagues.map(({ leagueId }) => leagueId)).toEqual([open]);
		expect((await getApiFailure(bea.client(call.reportMessage, { params }))).code).toBe("message-unknown");
		const key = "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6b";
		const reply = { text: "Lucky", replyTo: params.messageId, key };
		const refused = await getApiFailure(bea.client(call.sendMessage, { params: { id: h2h }, body: reply }));
		expect(refused.code).toBe("message-removed");
		const { message } = await bea.client(call.reactToMessage, { params, body: { emoji: "🔥", isOn: true } });
		expect(message).toMatchObject({ kind: "card", reactions: [{ emoji: "🔥", count: 1, isOwn: true }] });
		expect((await getApiFailure(bea.client(call.removeMessage, { params }))).code).toBe("not-commissioner");
	});

	test("follow a correction, and a hidden card stays hidden [D2.7.57, D2.7.58]", async () => {
		const [before] = await listCards(h2h, "results");
		const winner = before?.card.matchUps[0]?.home.teamId ?? 0;
		const correct = async (points: number) => {
			await app.database.db.transaction().execute(async (trx) => {
				await trx
					.updateTable("standings")
					.set({ points })
					.where("round_id", "=", 1)
					.where("team_id", "=", winner)
					.execute();
				await settleRound(trx, {
					seasonId: app.season.id,
					roundId: 1,
					now: app.clocks.seasonNow(),
					standings: "standings",
				});
			});
			await advance();
			await writeCards();
		};
		await correct(5_000);
		const [after, ...more] = await listCards(h2h, "results");
		expect(more).toEqual([]);
		expect(after?.id).toBe(before?.id);
		expect(after?.card.matchUps[0]?.home.points).toBe(5_000);
		expect(after?.card.best).toMatchObject({ teamId: winner, points: 5_000 });
		const params = { id: h2h, messageId: after?.id ?? 0 };
		await ann.client(call.removeMessage, { params });
		await correct(100);
		expect(await listCards(h2h, "results")).toEqual([]);
	});

	test("list the records that a round sets [D2.7.57]", async () => {
		await app.database.pool.query("UPDATE standings SET points = 100 + team_id WHERE round_id = 1");
		await app.database.db
			.transaction()
			.execute((trx) =>
				settleRound(trx, { seasonId: app.season.id, roundId: 1, now: app.clocks.seasonNow(), standings: "standings" }),
			);
		await playRound(2);
		const points = await loadPoints(2);
		const [records] = await listCards(h2h, "records");
		expect(records?.roundId).toBe(2);
		const former = 100 + Math.max(...(await loadPoints(1)).keys());
		expect(records?.card.highest).toMatchObject({ points: Math.max(...points.values()), former });
		const [results] = await listCards(h2h, "results");
		const margins = (results?.card.matchUps ?? []).map(({ home, away }) => Math.abs(home.points - away.points));
		expect(margins).toHaveLength(2);
		expect(records?.card.biggestWin?.margin).toBe(Math.max(...margins));
	});
});

describe("a recap", () => {
	test("is drafted in the commissioner's language and posted once [D2.7.60]", async () => {
		const { recap } = await ann.client(call.showRecap, { params: { id: h2h } });
		expect(recap?.roundId).toBe(2);
		expect(recap?.text).toContain("Top score: ");
		expect(recap?.text).toContain("Closest: ");
		expect(recap?.text).toContain("Next up, Round 3:");
		const french = await app.app.inject({
			url: `/api/fr/fantasy/league/${h2h}/conversation/recap`,
			headers: { host: "localhost:3000", "x-sid": await app.getToken(ann.userId) },
		});
		expect(french.json().success.recap.text).toMatch(/^Meilleur score\u00a0: /m);
		const post = () =>
			ann.client(call.postRecap, { params: { id: h2h }, body: { roundId: 2, text: null } }).then(
				() => "posted",
				(error) => error.code,
			);
		expect((await Promise.all([post(), post()])).toSorted()).toEqual(["posted", "recap-posted"]);
		const [posted, ...more] = await listCards(h2h, "recap");
		expect(more).toEqual([]);
		expect(posted?.text).toBeNull();
		const points = await loadPoints(2);
		expect(posted?.card.best?.points).toBe(Math.max(...points.values()));
		expect(posted?.card.next?.matchUps).toHaveLength(2);
		expect((await ann.client(call.showRecap, { params: { id: h2h } })).recap).toBeNull();
		const { leagues } = await bea.client(call.listUnreadCounts, {});
		expect(leagues.find(({ leagueId }) => leagueId === h2h)?.unread).toBe(1);
	});

	test("is not posted by a deputy who is muted [D2.7.52, D2.9.262]", async () => {
		const params = { id: quiet };
		await ann.client(setDeputy, { params, body: { userId: bea.userId, isDeputy: true } });
		await ann.client(call.muteMember, { params, body: { userId: bea.userId, days: 1 } });
		const post = bea.client(call.postRecap, { params, body: { roundId: 2, text: "I was robbed" } });
		expect((await getApiFailure(post)).code).toBe("conversation-muted");
		await ann.client(call.muteMember, { params, body: { userId: bea.userId, days: 0 } });
		await ann.client(setDeputy, { params, body: { userId: bea.userId, isDeputy: false } });
	});

	test("can be edited, and then counts as its writer's own text [D2.7.60]", async () => {
		const body = { roundId: 2, text: "  What a <b>round</b>!\u202e  " };
		const refused = await getApiFailure(
			ann.client(call.postRecap, { params: { id: quiet }, body: { ...body, text: " " } }),
		);
		expect(refused.code).toBe("recap-empty");
		const { message } = await ann.client(call.postRecap, { params: { id: quiet }, body });
		expect(message).toMatchObject({ kind: "card", text: "What a <b>round</b>!" });
		const { leagueMessages } = await ann.client(exportOwnData, {});
		expect(leagueMessages).toContainEqual(expect.objectContaining({ kind: "recap", text: "What a <b>round</b>!" }));
		await bea.client(call.reportMessage, { params: { id: quiet, messageId: message.id } });
		expect(await listCards(quiet, "recap")).toEqual([]);
		expect(await listCards(quiet, "recap", ann)).toHaveLength(1);
	});

	test("is posted automatically once a round and follows corrections [D2.7.60]", async () => {
		const listRounds = async () => (await listCards(open, "recap")).map(({ roundId }) => roundId);
		expect(await listRounds()).toEqual([1, 2]);
		await writeCards();
		expect(await listRounds()).toEqual([1, 2]);
		const [, before] = await listCards(open, "recap");
		const teamId = before?.card.best?.teamId ?? 0;
		await app.database.pool.query("UPDATE standings SET points = 6000 WHERE round_id = 2 AND team_id = $1", [teamId]);
		await app.database.db
			.transaction()
			.execute((trx) =>
				settleRound(trx, { seasonId: app.season.id, roundId: 2, now: app.clocks.seasonNow(), standings: "standings" }),
			);
		await advance();
		await writeCards();
		expect(await listRounds()).toEqual([1, 2]);
		expect((await listCards(open, "recap"))[1]?.card.best).toMatchObject({ teamId, points: 6_000 });
	});

	test("and its settings are the commissioner's alone", async () => {
		for (const attempt of [
			() => bea.client(call.showRecap, { params: { id: h2h } }),
			() => bea.client(call.postRecap, { params: { id: h2h }, body: { roundId: 2, text: null } }),
			() => bea.client(call.showConversationSettings, { params: { id: h2h } }),
			() => bea.client(call.updateConversationSettings, { params: { id: h2h }, body: { hasCards: false } }),
		])
			expect((await getApiFailure(attempt())).code).toBe("not-commissioner");
		expect(await ann.client(call.showConversationSettings, { params: { id: quiet } })).toEqual({
			hasCards: false,
			postsRecap: false,
		});
	});
});

describe("trades", () => {
	test("are shown once both players are locked, in one card that grows [D2.7.59]", async () => {
		const [early, late] = app.season.listMatchesOfRound(3).toSorted((a, b) => a.startsAt - b.startsAt);
		if (!early || !late) throw new Error("no matches");
		const listPlayers = (match: typeof early) =>
			app.season.players
				.filter(({ squadId }) => [match.homeSquadId, match.awaySquadId].includes(squadId))
				.map(({ id }) => id);
		const [earlyIn = 0, earlyOut = 0, otherOut = 0] = listPlayers(early);
		const [lateIn = 0] = listPlayers(late);
		const insertTrade = (playerIn: number, playerOut: number) =>
			app.database.pool.query(
				`INSERT INTO trades (team_id, round_id, player_in_id, player_out_id, price_in, price_out, slot, made_at)
				VALUES ($1, 3, $2, $3, 1, 1, $4, now())`,
				[ann.teamId, playerIn, playerOut, playerIn === earlyIn ? 1 : 2],
			);
		await insertTrade(earlyIn, earlyOut);
		await insertTrade(lateIn, otherOut);
		app.clocks.setSeason(early.startsAt - 1);
		await writeCards();
		expect(await listCards(h2h, "trades")).toEqual([]);
		app.clocks.setSeason(early.startsAt + 1);
		await setMatchStatus(app, [early], "playing");
		await writeCards();
		await writeCards();
		const [first, ...more] = await listCards(h2h, "trades");
		expect(more).toEqual([]);
		expect(first?.card.trades).toMatchObject([
			{ team: { teamId: ann.teamId, userId: ann.userId }, playerInId: earlyIn, playerOutId: earlyOut },
		]);
		expect(JSON.stringify(await listMessages(h2h))).not.toContain(`"playerInId":${lateIn}`);
		app.clocks.setSeason(late.startsAt + 1);
		await writeCards();
		const [both] = await listCards(h2h, "trades");
		expect(both?.id).toBe(first?.id);
		expect(both?.card.trades.map(({ playerInId }) => playerInId)).toEqual([earlyIn, lateIn]);
		expect(await listCards(quiet, "trades")).toEqual([]);
	});
});

test("an edited recap is erased when its writer closes her account [D2.7.60]", async () => {
	const listTexts = async () =>
		(
			await app.database.pool.query(
				"SELECT text, hidden_by FROM league_messages WHERE league_id = $1 AND kind = 'recap' AND user_id = $2",
				[quiet, ann.userId],
			)
		).rows;
	expect(await listTexts()).toEqual([{ text: "What a <b>round</b>!", hidden_by: null }]);
	await ann.client(deactivateAccount, {});
	expect(await listTexts()).toEqual([{ text: "", hidden_by: "author" }]);
	expect(await listCards(quiet, "recap")).toEqual([]);
});

test("a match-up listed elsewhere than in its round keeps its index", () => {
	const sides = { home: 1, away: 2, home_points: 950, away_points: 900 };
	const kind = {
		is_grand_final: false,
		is_semi_final: true,
		is_consolation: false,
		bye_team_id: null,
		bye_points: null,
	};
	const match = { league_id: 5, round_id: 2, ...sides, ...kind };
	const result = { home: { teamId: 1, points: 950 }, away: { teamId: 2, points: 900 } };
	expect(buildMatchUp({ ...match, place: 1 }, 0)).toEqual({
		index: 1,
		...result,
		isGrandFinal: false,
		isSemiFinal: true,
	});
	expect(buildMatchUp({ ...match, place: 0 }, 0)).toEqual({ ...result, isGrandFinal: false, isSemiFinal: true });
});
