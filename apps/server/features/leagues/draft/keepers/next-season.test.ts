import {
	listFreeAgents,
	showDraftBoard,
	showDraftLeague,
	showDraftRecap,
	showDraftTeams,
} from "@first-bounce/contract/draft/draft";
import {
	changeDraftSettings,
	enterDraft,
	makePick,
	resetDraft,
	scheduleDraft,
	setDraftOrder,
	startDraft,
} from "@first-bounce/contract/draft/draft-process";
import {
	confirmReturn,
	type KeepersView,
	saveKeepers,
	setKeeperDeadline,
	showKeepers,
} from "@first-bounce/contract/draft/keepers";
import { showTradeTeams } from "@first-bounce/contract/draft/trades";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { showLeague, showMyLeagues } from "@first-bounce/contract/leagues/league";
import {
	createLeague,
	deleteLeague,
	joinLeague,
	removeLeagueUser,
} from "@first-bounce/contract/leagues/league-actions";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { showPastDraft } from "@first-bounce/contract/leagues/past-leagues";
import { changePlayer } from "@first-bounce/contract/operator/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNextSeasonFolder, NEXT_ID } from "../../../../../../testing/season/next-season-folder.ts";
import { finishRound } from "../../../../../../testing/season/play-rounds.ts";
import type { WrittenFolder } from "../../../../../../testing/season/season-folder.ts";
import { DAY, HOUR } from "../../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
	SMALL_SQUAD,
	tickDraftsOf,
} from "../../../../../../testing/server/draft-leagues.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	subscribeBrowser,
} from "../../../../../../testing/server/notifications.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { waitForLock } from "../../../../../../testing/server/wait-for.ts";
import { type PushService, startPushService } from "../../../../../../testing/services/push-service.ts";
import { listKeeperDeadlines } from "../../../operator/calendar/queries.ts";
import { acceptChanges, compareSeason } from "../../../seasons/import/fetched/accept-changes.ts";
import { readSeasonFolder } from "../../../seasons/import/files/read-season-folder.ts";
import { startNextSeason } from "../../../seasons/import/next-season.ts";
import { listLastImports, undoImport } from "../../../seasons/import/undo/undo-import.ts";
import {
	listUnmatchedByLeague,
	listUnmatchedPlayers,
	savePersonMatch,
	savePersonMatches,
} from "../../../seasons/rollover/person-match-queries.ts";
import { checkSquads } from "../check-squads.ts";
import { createContinueLeagues } from "./continue-league.ts";

const AUDIT = { actor: "command line", reason: "the year is over" };
const SECOND_BOUNCE = Date.parse("2027-08-28T09:15:00Z");
const PICKS = 16;
const push = createLoopbackPush();
let service: PushService;
let app: TestApp;
let folder: WrittenFolder;
let room: DraftRoom;
/** A league that starts from nothing each season. */
let redraft: DraftRoom;
/** The commissioner, and three others of whom the last does not confirm. */
let managers: readonly [LeagueManager, LeagueManager, LeagueManager, LeagueManager];
/** Last season's squads by manager, in the order of the draft. */
let squads: number[][];
/** The league in the next season. */
let nextId: number;

const getNext = (manager = managers[0]) => manager.client(showKeepers, { params: { id: nextId } });
const getTeam = (view: KeepersView, { userId }: LeagueManager) => {
	const team = view.teams.find(({ manager }) => manager?.userId === userId);
	if (!team) throw new Error("no team");
	return team;
};
const keep = (manager: LeagueManager, playerIds: number[], teamId?: number) =>
	manager.client(saveKeepers, { params: { id: nextId }, body: { playerIds, ...(teamId ? { teamId } : {}) } });
const getPlayer = (season: number, index: number, pick: number) => (squads[index]?.[pick] ?? 0) + season;

/** Changes the name of a player whom the first manager has. */
const marry = (line: string): string => line.replace(`,P,${getPlayer(0, 0, 1)},`, ",P,Smith,");

async function beginNextSeason(): Promise<void> {
	const { db } = app.database;
	await startNextSeason(db, folder.path, { audit: AUDIT, continueLeagues: createContinueLeagues(app) });
	await app.seasons.refresh();
	await app.standings.refresh();
}

beforeAll(async () => {
	service = await startPushService();
	app = await createTestApp({ push });
	managers = getFourManagers({ managers: await createLeagueManagers(app, 4) });
	room = await createDraftRoom(app, { settings: { format: "keeper", maxKeeperYears: 1 }, managers });
	for (let pick = 1; pick <= PICKS; pick++) await room.pickNext();
	const { completedPicks } = await room.getBoard();
	squads = room.teamIds.map((id) =>
		completedPicks.flatMap(({ teamId, playerId }) => (teamId === id ? [playerId] : [])),
	);
	redraft = await createDraftRoom(app, { managers });
	for (let pick = 1; pick <= PICKS; pick++) await redraft.pickNext();
	for (const round of [1, 2, 3]) await finishRound(app, round);
}, 60_000);
afterAll(async () => {
	await app.close();
	await push.close();
	await service.close();
	folder.discard();
});

describe("a keeper league at the end of its season", () => {
	test("shows what its players will cost, and has next year's picks [D2.9.450]", async () => {
		const view = await managers[1].client(showKeepers, { params: { id: room.id } });
		expect(view).toMatchObject({ phase: "preview", format: "keeper", most: 3, mayChooseFor: [], mayManage: false });
		const { players, keepers } = getTeam(view, managers[1]);
		expect(keepers).toBeNull();
		expect(players.map(({ pickedRound, round, problem }) => [pickedRound, round, problem])).toEqual([
			[1, null, "first-round"],
			[2, 1, null],
			[3, 2, null],
			[4, 3, null],
		]);
		const { db } = app.database;
		const picks = await db.selectFrom("future_picks").where("league_id", "=", room.id).selectAll().execute();
		expect(picks).toHaveLength(PICKS);
		// The second team has traded its third pick to the first one, and added a free agent for a player it dropped.
		await db
			.updateTable("future_picks")
			.set({ team_id: room.teamIds[0] ?? 0 })
			.where("original_team_id", "=", room.teamIds[1] ?? 0)
			.where("round", "=", 3)
			.execute();
	});

	test("goes on with its teams and managers, once [D2.9.451]", async () => {
		const retired = getPlayer(0, 2, 3);
		folder = createNextSeasonFolder(app.season, (lines) =>
			lines.filter((line) => !line.startsWith(`${retired + NEXT_ID},`)).map(marry),
		);
		const options = {
			consolation_games: true,
			median_game: true,
			average_game: true,
			tiebreaker: "points_for",
		} as const;
		const columns = { ...options, avatar_version: 2 };
		await app.database.db.updateTable("leagues").set(columns).where("id", "=", room.id).execute();
		await app.media.put(`leagues/${room.id}/2.webp`, Buffer.from("picture"));
		await beginNextSeason();
		await beginNextSeason();
		app.clocks.setSeason(SECOND_BOUNCE - 60 * DAY);
		const { leagues } = await managers[3].client(showMyLeagues, { query: {} });
		// The redraft league does not go on.
		expect(leagues).toMatchObject([{ name: "The Draft Club", class: "draft", numTeams: 4, draftStatus: "setup" }]);
		expect(leagues[0]).toMatchObject({
			privacy: "private",
			finals: true,
			consolationGames: true,
			medianGame: true,
			averageGame: true,
			h2hTiebreaker: "points_for",
		});
		nextId = leagues[0]?.id ?? 0;
		expect(nextId).not.toBe(room.id);
		expect(leagues[0]?.avatar).toBe(`/media/leagues/${nextId}/1.webp`);
		expect(String(await app.media.read(`leagues/${nextId}/1.webp`))).toBe("picture");
		const { league } = await managers[0].client(showDraftLeague, { params: { id: nextId } });
		expect(league).toMatchObject({ isContinued: true, format: "keeper", squad: SMALL_SQUAD, may: { run: true } });
		// Such a league is not regenerated as well.
		const { leagues: former } = await managers[0].client(showRecoverableLeagues, {});
		expect(former.map(({ id }) => id)).toEqual([redraft.id]);
		const view = await getNext();
		expect(view.teams.map(({ isConfirmed, hasChosen }) => [isConfirmed, hasChosen])).toEqual(
			Array.from({ length: 4 }, () => [false, false]),
		);
		for (const [index, manager] of managers.entries()) {
			const known = squads[index]?.map((id) => (id === retired || id === getPlayer(0, 0, 1) ? null : id + NEXT_ID));
			expect(getTeam(view, manager).players.map(({ playerId }) => playerId)).toEqual(known);
		}
	});

	test("keeps its board, squads and moves in the archive [D2.9.463]", async () => {
		const { client } = managers[1];
		const past = await client(showPastDraft, { params: { seasonId: 1, leagueId: room.id } });
		expect(past.format).toBe("keeper");
		expect(past.teams.map(({ playerIds }) => playerIds)).toEqual(squads);
		expect(past.picks.map(({ overallPick, playerId }) => [overallPick, playerId])[4]).toEqual([5, squads[3]?.[1]]);
		expect(past.players.find(({ playerId }) => playerId === squads[0]?.[0])?.name).toBe(`P ${squads[0]?.[0]}`);
		expect(past.moves).toEqual([]);
		const [outsider] = await createLeagueManagers(app, 1);
		const params = { seasonId: 1, leagueId: room.id };
		expect(await getOutcome(outsider?.client(showPastDraft, { params }) ?? Promise.resolve())).toBe(
			"league-members-only",
		);
	});

	test("finds its players while another league is renewed", async () => {
		const { db, pool } = app.database;
		const list = async () => (await pool.query("SELECT * FROM person_matches ORDER BY previous_player_id")).rows;
		const before = await list();
		const find = () => db.transaction().execute((trx) => savePersonMatches(trx, 7));
		let finding: Promise<void> | undefined;
		await db.transaction().execute(async (trx) => {
			await savePersonMatches(trx, 7);
			finding = find();
			await waitForLock(app.database);
		});
		await finding;
		expect([before.length > 0, await list()]).toEqual([true, before]);
	});

	describe("finds a player", () => {
		const findMatch = (previousId: number) =>
			app.database.db
				.selectFrom("person_matches")
				.where("previous_player_id", "=", previousId)
				.select(["player_id", "method"])
				.executeTakeFirst();
		const unmatched = { player_id: null, method: null };

		test("whom an accepted change adds, until it is undone", async () => {
			const { db } = app.database;
			const complete = createNextSeasonFolder(app.season, (lines) => lines.map(marry));
			const { season } = await readSeasonFolder(complete.path);
			complete.discard();
			if (!season) throw new Error("The folder has problems");
			const now = app.clocks.seasonNow();
			const { changes } = await db.transaction().execute((trx) => compareSeason(trx, season, now));
			const retired = getPlayer(0, 2, 3);
			expect([changes.map(({ kind }) => kind), await findMatch(retired)]).toEqual([["signing"], unmatched]);
			const chosen = changes.map(({ key, version }) => ({ key, version }));
			await acceptChanges(db, season, { chosen, audit: AUDIT, now });
			expect(await findMatch(retired)).toEqual({ player_id: retired + NEXT_ID, method: "name-and-birthday" });
			const [lastImport] = await listLastImports(db, season.id);
			await undoImport(db, lastImport?.id ?? 0, { audit: AUDIT });
			expect(await findMatch(retired)).toEqual(unmatched);
			await app.seasons.refresh();
		});

		test("whose name an operator corrects", async () => {
			const { client } = await createTestOperator(app);
			const renamed = getPlayer(0, 0, 1);
			const rename = (lastName: string) =>
				client(changePlayer, { params: { id: renamed + NEXT_ID }, body: { lastName, reason: "as in her passport" } });
			await rename(String(renamed));
			expect(await findMatch(renamed)).toEqual({ player_id: renamed + NEXT_ID, method: "name-and-birthday" });
			await rename("Smith");
			expect(await findMatch(renamed)).toEqual(unmatched);
		});
	});

	test("asks the operator about players it cannot find [D2.9.452]", async () => {
		const { db } = app.database;
		const open = await listUnmatchedPlayers(db, 7);
		const [retired, renamed] = [getPlayer(0, 2, 3), getPlayer(0, 0, 1)];
		expect(open.map(({ previousPlayerId, candidates, leagues }) => [previousPlayerId, candidates, leagues])).toEqual(
			[renamed, retired].toSorted((a, b) => a - b).map((id) => [id, [renamed + NEXT_ID], 1]),
		);
		expect((await listUnmatchedByLeague(db, 7)).map(({ leagueId }) => leagueId)).toEqual([nextId, nextId]);
		const view = await getNext();
		const [, waiting] = getTeam(view, managers[0]).players;
		expect(waiting).toMatchObject({ name: `P ${renamed}`, playerId: null, problem: "unmatched", round: null });
		const params = { id: nextId };
		const listProblems = async () =>
			(await managers[0].client(showDraftLeague, { params })).league.problems.map((problem) => problem.code);
		expect(await listProblems()).toContain("players-unmatched");
		// The choice is over at its deadline, although it cannot be closed yet.
		const [ada, bea] = managers;
		const start = app.clocks.wallNow();
		await keep(bea, [getPlayer(NEXT_ID, 1, 2)]);
		await ada.client(setKeeperDeadline, { params, body: { deadline: new Date(start + HOUR).toISOString() } });
		app.clocks.setWall(start + HOUR);
		const late = await getNext(bea);
		expect([late.phase, late.mayChooseFor, getTeam(late, bea).keepers]).toEqual([
			"open",
			[],
			[getPlayer(NEXT_ID, 1, 2)],
		]);
		expect((await getNext(ada)).mayChooseFor).toEqual([]);
		expect(await getOutcome(keep(bea, []))).toBe("keepers-closed");
		app.clocks.setWall(start);
		await ada.client(setKeeperDeadline, { params, body: { deadline: null } });
		const decide = (id: number, playerId: number | null) =>
			savePersonMatch(db, 7, id, { playerId, decidedAt: new Date(app.clocks.wallNow()) });
		await decide(renamed, renamed + NEXT_ID);
		await decide(retired, null);
		expect(await listUnmatchedPlayers(db, 7)).toEqual([]);
		expect(await listUnmatchedByLeague(db, 7)).toEqual([]);
		// Decisions outlive another import and another beginning.
		await beginNextSeason();
		expect(await listUnmatchedPlayers(db, 7)).toEqual([]);
		expect(await listProblems()).toEqual(["order-missing"]);
		expect(getTeam(await getNext(), managers[2]).players[3]).toMatchObject({ problem: "gone", playerId: null });
	});
});

test("a redraft league can be regenerated as a dynasty league [D2.9.459]", async () => {
	const [ada, bea] = managers;
	const draft = { squad: SMALL_SQUAD, format: "dynasty" as const, minDelists: 2 };
	const form = { name: "For years", class: "draft" as const, startId: 1, leagueId: redraft.id, draft };
	expect(
		await getOutcome(ada.client(createLeague, { body: { ...form, size: 5, draft: { ...draft, format: "redraft" } } })),
	).toBe("done");
	const { rows } = await app.database.pool.query("SELECT id FROM leagues WHERE name = 'For years'");
	await ada.client(deleteLeague, { params: { id: rows[0].id } });
	const startIn = (hours: number) => {
		const draftStart = new Date(app.clocks.wallNow() + hours * HOUR).toISOString();
		return { body: { ...form, size: 4, draft: { ...draft, draftStart } } };
	};
	// The choice of keepers ends a day before the draft.
	expect(await getOutcome(ada.client(createLeague, startIn(20)))).toBe("keeper-deadline-too-soon");
	const { league, invited } = await ada.client(createLeague, startIn(72));
	expect(invited).toBe(3);
	const dues = await app.database.db.selectFrom("drafts").where("league_id", "=", league.id).select("due_at").execute();
	expect(dues).toEqual([{ due_at: new Date(app.clocks.wallNow() + 48 * HOUR) }]);
	const view = await bea.client(showKeepers, { params: { id: league.id } });
	expect(view).toMatchObject({ phase: "open", format: "dynasty", most: 2 });
	const { teams } = await ada.client(showPastDraft, { params: { seasonId: 1, leagueId: redraft.id } });
	for (const manager of managers) {
		const former = teams.find((team) => team.manager?.userId === manager.userId);
		const squad = getTeam(view, manager).players.map(({ name }) => name.replace("P ", ""));
		expect(squad.toSorted()).toEqual(former?.playerIds.map(String).toSorted());
	}
	expect(getTeam(view, ada).isConfirmed).toBe(true);
	await ada.client(deleteLeague, { params: { id: league.id } });
});

describe("choosing keepers", () => {
	test("confirms the place, and is hidden from everyone else [D2.9.453] [D2.9.644]", async () => {
		const [ada, bea, cleo] = managers;
		await cleo.client(confirmReturn, { params: { id: nextId } });
		await cleo.client(confirmReturn, { params: { id: nextId } });
		// Nobody who has confirmed is removed, before the draft either.
		const removed = ada.client(removeLeagueUser, { params: { id: nextId, userId: cleo.userId } });
		expect(await getOutcome(removed)).toBe("league-manager-confirmed");
		const order = (await getNext()).teams.map(({ teamId }) => teamId);
		await ada.client(setDraftOrder, { params: { id: nextId }, body: { method: "manual", teamIds: order } });
		const own = getTeam(await keep(bea, [getPlayer(NEXT_ID, 1, 2), getPlayer(NEXT_ID, 1, 1)]), bea);
		expect(own).toMatchObject({
			isConfirmed: true,
			hasChosen: true,
			keepers: [1, 2].map((pick) => getPlayer(NEXT_ID, 1, 3 - pick)),
		});
		for (const other of [ada, cleo])
			expect(getTeam(await getNext(other), bea)).toMatchObject({ hasChosen: true, keepers: null });
		expect(getTeam(await getNext(bea), bea).keepers).toHaveLength(2);
		const beaTeam = getTeam(await getNext(bea), bea).teamId;
		expect(await getOutcome(keep(ada, [], beaTeam))).toBe("keepers-private");
		expect(await getOutcome(keep(cleo, [], beaTeam))).toBe("not-commissioner");
	});

	test("is refused in words for who cannot be kept [D2.9.454]", async () => {
		const [ada, bea, cleo] = managers;
		expect(await getOutcome(keep(bea, [getPlayer(NEXT_ID, 1, 0)]))).toBe("keeper-first-round");
		expect(await getOutcome(keep(bea, [getPlayer(NEXT_ID, 0, 2)]))).toBe("keeper-not-owned");
		expect(
			await getOutcome(
				keep(
					cleo,
					(squads[2] ?? []).map((id) => id + NEXT_ID),
				),
			),
		).toBe("keeper-first-round");
		// The second team has no pick in round 3, and two others take those of rounds 1 and 2.
		expect(
			await getOutcome(
				keep(
					bea,
					[1, 2, 3].map((pick) => getPlayer(NEXT_ID, 1, pick)),
				),
			),
		).toBe("keeper-no-pick");
		// The first team has two picks in round 3, so that nobody moves up.
		const view = await keep(
			ada,
			[1, 2, 3].map((pick) => getPlayer(NEXT_ID, 0, pick)),
		);
		expect(view.picks.filter(({ teamId }) => teamId === view.myTeamId).map(({ round }) => round)).toEqual([1, 2, 3, 3]);
		await keep(cleo, []);
	});

	test("ends at the deadline, when unconfirmed places become vacant [D2.9.455] [D2.9.462]", async () => {
		const [ada, bea, , dora] = managers;
		const params = { id: nextId };
		const after = (hours: number) => new Date(app.clocks.wallNow() + hours * HOUR).toISOString();
		const deadline = after(1);
		const schedule = (draftStart: string | null) =>
			getOutcome(ada.client(scheduleDraft, { params, body: { draftStart } }));
		// The choice would end at once, a day before the draft.
		expect(await schedule(after(20))).toBe("keeper-deadline-too-soon");
		expect(await getOutcome(bea.client(setKeeperDeadline, { params, body: { deadline } }))).toBe("not-commissioner");
		expect((await ada.client(setKeeperDeadline, { params, body: { deadline } })).deadline).toBe(deadline);
		expect(await getOutcome(ada.client(startDraft, { params }))).toBe("draft-keepers-open");
		expect([await schedule(after(0.5)), await schedule(after(20))]).toEqual(["keeper-deadline-after-draft", "done"]);
		const removed = ada.client(setKeeperDeadline, { params, body: { deadline: null } });
		expect(await getOutcome(removed)).toBe("keeper-deadline-too-soon");
		await schedule(null);
		// Nor by converting the league back after its draft was given a date.
		const convert = (format: "redraft" | "keeper") =>
			getOutcome(ada.client(changeDraftSettings, { params, body: { format } }));
		await convert("redraft");
		expect(await schedule(after(0.5))).toBe("done");
		expect(await convert("keeper")).toBe("keeper-deadline-after-draft");
		await schedule(null);
		expect(await convert("keeper")).toBe("done");
		const listDeadlines = (until: number) => listKeeperDeadlines(app.database.db, 7, until);
		expect(await listDeadlines(Date.parse(deadline))).toEqual([{ dueAt: new Date(deadline), leagues: 1 }]);
		expect(await listDeadlines(Date.parse(deadline) - 1)).toEqual([]);
		// Dora has neither confirmed nor chosen [D2.9.462].
		const browsers = [
			await subscribeBrowser(bea.client, service, {}),
			await subscribeBrowser(dora.client, service, {}),
		];
		const tasks = createNoticeTasks(app, push);
		for (let step = 1; step <= 3; step++) await tasks.step();
		const titles = browsers.map(({ messages }) =>
			messages()
				.map(({ title, url }) => [title, url])
				.toSorted(),
		);
		const url = `/leagues/${nextId}/keepers`;
		expect(titles).toEqual([
			[],
			[
				["The Draft Club goes on this season", url],
				["The Draft Club: choose your keepers", url],
			],
		]);
		await tickDraftsOf(app);
		expect((await getNext()).phase).toBe("open");
		app.clocks.setWall(app.clocks.wallNow() + HOUR + 1_000);
		await tickDraftsOf(app);
		const closed = await getNext(bea);
		expect(closed.phase).toBe("closed");
		await tickDraftsOf(app);
		expect(await getNext(bea)).toEqual(closed);
		expect(getTeam(closed, ada).keepers).toHaveLength(3);
		const vacant = closed.teams.find(({ manager }) => manager === null);
		expect(vacant).toMatchObject({ isRobot: false, hasChosen: true });
		expect(await getOutcome(dora.client(showKeepers, { params }))).toBe("league-members-only");
		expect(await getOutcome(keep(bea, []))).toBe("keepers-closed");
	});

	test("hands a vacant place over by the league's link [D2.9.456]", async () => {
		const [ada] = managers;
		const [newcomer] = await createLeagueManagers(app, 1);
		if (!newcomer) throw new Error("no newcomer");
		const vacant = (await getNext()).teams.find(({ manager }) => manager === null);
		const { league } = await ada.client(showLeague, { params: { id: nextId } });
		await newcomer.client(joinLeague, { params: { code: league.code } });
		const { teamId, isConfirmed, keepers, players } = getTeam(await getNext(), newcomer);
		expect({ teamId, isConfirmed, keepers }).toEqual({
			teamId: vacant?.teamId,
			isConfirmed: true,
			keepers: vacant?.keepers,
		});
		expect(players.map(({ playerId }) => playerId)).toEqual(squads[3]?.map((id) => id + NEXT_ID));
		// The commissioner may correct a choice afterwards, and the log says so.
		expect(await getOutcome(keep(newcomer, []))).toBe("keepers-closed");
		await keep(ada, [], teamId);
		const { log } = await ada.client(showDraftBoard, { params: { id: nextId }, query: {} });
		expect(log.map(({ action }) => action).slice(-3)).toEqual(
			["keepers-closed", "taken-over", "keepers-changed"].slice(-3),
		);
		managers = [managers[0], managers[1], managers[2], newcomer];
	});
});

describe("the next draft", () => {
	test("begins with the keepers' picks made, and ends with whole squads [D2.9.457]", async () => {
		const [ada, bea] = managers;
		const params = { id: nextId };
		await ada.client(startDraft, { params });
		const read = () => ada.client(showDraftBoard, { params, query: {} });
		const begun = await read();
		const view = await getNext();
		const kept = begun.completedPicks.map(({ teamId, playerId, round, madeBy, keptYears }) => [
			teamId,
			playerId,
			round,
			madeBy,
			keptYears,
		]);
		const listKept = (manager: LeagueManager, index: number, rounds: number[]) =>
			rounds.map((round, pick) => [
				getTeam(view, manager).teamId,
				getPlayer(NEXT_ID, index, pick + 1),
				round,
				"keeper",
				1,
			]);
		expect(kept.toSorted()).toEqual([...listKept(ada, 0, [1, 2, 3]), ...listKept(bea, 1, [1, 2])].toSorted());
		expect(begun.activePick).toMatchObject({ overallPick: 3, round: 1 });
		const taken = getPlayer(NEXT_ID, 0, 1);
		const first = managers.find((manager) => getTeam(view, manager).teamId === begun.activePick?.teamId);
		const pick = { overallPick: 3, playerId: taken, key: crypto.randomUUID() };
		expect(await getOutcome(first?.client(makePick, { params, body: pick }) ?? Promise.resolve())).toBe(
			"draft-player-taken",
		);
		while ((await read()).draftStatus !== "complete") {
			await room.tickAfter(70_000);
		}
		const { teams } = await ada.client(showDraftTeams, { params });
		expect(teams.map(({ playerIds }) => playerIds.length)).toEqual([4, 4, 4, 4]);
		expect(new Set(teams.flatMap(({ playerIds }) => playerIds)).size).toBe(PICKS);
		expect((await checkSquads(app.database.db)).findings).toEqual([]);
		const recap = await ada.client(showDraftRecap, { params });
		expect(recap.teams).toHaveLength(4);
		// The first two picks were those of keepers.
		const { messages } = await ada.client(showConversation, { params, query: {} });
		const cards = messages.flatMap((message) => (message.kind === "card" ? [message.card] : []));
		const card = cards.find(({ type }) => type === "draft-complete");
		expect(card).toMatchObject({ firstPick: { overallPick: 3 } });
		const keptIds = begun.completedPicks.map(({ playerId }) => playerId);
		expect(card?.type === "draft-complete" && keptIds.includes(card.bestPick?.playerId ?? 0)).toBe(false);
		const { rows } = await app.database.pool.query(
			"SELECT kind, count(*)::int AS count FROM player_moves WHERE league_id = $1 GROUP BY kind ORDER BY kind",
			[nextId],
		);
		expect(rows).toEqual([
			{ kind: "drafted", count: 11 },
			{ kind: "kept", count: 5 },
		]);
	});

	test("counts the years for the season after it [D2.9.458]", async () => {
		const view = await getNext();
		expect(view).toMatchObject({ phase: "preview" });
		const player = getTeam(view, managers[1]).players.find(({ playerId }) => playerId === getPlayer(NEXT_ID, 1, 2));
		expect(player).toMatchObject({ yearsKept: 1, yearsLeft: 0, problem: "years", round: null });
	});

	test("is converted before it or after the season only [D2.9.459]", async () => {
		const [ada] = managers;
		const convert = (id: number) => ada.client(changeDraftSettings, { params: { id }, body: { format: "dynasty" } });
		expect(await getOutcome(convert(nextId))).toBe("league-not-over");
		await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 7");
		await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1 WHERE id = 7");
		await app.seasons.refresh();
		expect((await convert(nextId)).league.format).toBe("dynasty");
		const { log } = await ada.client(showDraftBoard, { params: { id: nextId }, query: {} });
		expect(log.at(-1)).toMatchObject({ action: "converted", format: "dynasty", by: { userId: ada.userId } });
		const view = await getNext();
		expect([view.most, getTeam(view, managers[1]).players.every(({ problem }) => problem === null)]).toEqual([1, true]);
	});

	test("keeps traded picks if it is converted by mistake", async () => {
		const [ada, bea] = managers;
		const [original, owner] = [getTeam(await getNext(), ada).teamId, getTeam(await getNext(), bea).teamId];
		const pick = app.database.db
			.updateTable("future_picks")
			.where("league_id", "=", nextId)
			.where("original_team_id", "=", original)
			.where("round", "=", 2);
		await pick.set({ team_id: owner }).execute();
		const convert = (format: "redraft" | "dynasty") =>
			ada.client(changeDraftSettings, { params: { id: nextId }, body: { format } });
		const listPicks = async () =>
			(await ada.client(showTradeTeams, { params: { id: nextId } })).teams.find(({ teamId }) => teamId === owner)
				?.picks;
		await convert("redraft");
		expect(await listPicks()).toEqual([]);
		await convert("dynasty");
		expect(await listPicks()).toContainEqual({ round: 2, originalTeamId: original, isReserved: false });
		await pick.set({ team_id: original }).execute();
	});

	test("of a dynasty league has new and delisted players only [D2.9.460]", async () => {
		const [ada, bea] = managers;
		const before = await getNext();
		folder.discard();
		folder = createNextSeasonFolder(
			app.season,
			(lines) => [...lines.map(marry), "9001,New,Star,10,MID,2008-01-01,500000,500000"],
			{
				id: 8,
				year: 2028,
			},
		);
		app.clocks.setSeason(SECOND_BOUNCE + 100 * DAY);
		await beginNextSeason();
		const { leagues } = await ada.client(showMyLeagues, { query: {} });
		nextId = leagues[0]?.id ?? 0;
		const params = { id: nextId };
		await ada.client(changeDraftSettings, { params, body: { minDelists: 2 } });
		const open = await getNext();
		expect([open.format, open.most]).toEqual(["dynasty", 2]);
		for (const manager of managers)
			expect(
				getTeam(open, manager)
					.players.map(({ name }) => name)
					.toSorted(),
			).toEqual(
				getTeam(before, manager)
					.players.map(({ name }) => name)
					.toSorted(),
			);
		const own = getTeam(open, bea).players.map(({ playerId }) => playerId ?? 0);
		expect(await getOutcome(keep(bea, own.slice(0, 3)))).toBe("keepers-too-many");
		await keep(bea, own.slice(0, 1));
		const order = open.teams.map(({ teamId }) => teamId);
		await ada.client(setDraftOrder, { params, body: { method: "manual", teamIds: order } });
		await ada.client(startDraft, { params });
		const board = await ada.client(showDraftBoard, { params, query: {} });
		const countOpen = (manager: LeagueManager) =>
			board.futurePicks.filter(({ teamId }) => teamId === getTeam(open, manager).teamId).map(({ round }) => round);
		expect(countOpen(bea)).toEqual([1, 2, 3]);
		expect(countOpen(ada)).toEqual([1, 2]);
		const kept = board.completedPicks.map(({ playerId }) => playerId);
		const { players } = await ada.client(listFreeAgents, { params });
		const free = players.map(({ playerId }) => playerId);
		expect(free.filter((id) => kept.includes(id))).toEqual([]);
		expect(free).toEqual(expect.arrayContaining([9001, ...own.slice(1)]));
	});

	test("that is entered has its keepers too", async () => {
		const [ada] = managers;
		const params = { id: nextId };
		const read = async () => (await ada.client(showDraftBoard, { params, query: {} })).completedPicks;
		const kept = await read();
		const { teams } = await getNext();
		await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
		// As if the choice were open, and a manager had not confirmed: her team was drafted all the same.
		const { db } = app.database;
		await db.updateTable("drafts").set({ keepers_closed_at: null }).where("league_id", "=", nextId).execute();
		await db.updateTable("draft_seats").set({ is_confirmed: false }).where("league_id", "=", nextId).execute();
		const csv = teams.flatMap(({ teamId, players }) => players.map(({ playerId }) => `${teamId},${playerId}`));
		expect(await ada.client(enterDraft, { params, body: { csv: csv.join("\n") } })).toMatchObject({ errors: [] });
		const entered = (await read()).filter(({ madeBy }) => madeBy === "keeper");
		const list = (picks: typeof kept) => picks.map(({ playerId, keptYears }) => [playerId, keptYears]).toSorted();
		expect(kept).not.toEqual([]);
		expect(list(entered)).toEqual(list(kept));
		const after = await getNext();
		expect(after.teams.map(({ manager, isConfirmed }) => [manager?.userId, isConfirmed])).toEqual(
			teams.map(({ manager }) => [manager?.userId, true]),
		);
	});
});
