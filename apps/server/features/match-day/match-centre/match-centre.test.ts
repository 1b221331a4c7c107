import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { createDraftRoom } from "../../../../../testing/server/draft-leagues.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { advanceLeagues } from "../../leagues/head-to-head/round-activity.ts";

let app: TestApp;
let managers: LeagueManager[];
let leagueId = 0;
let outsider: LeagueManager;
let eliminationId = 0;
let laterId = 0;
let drafted: { readonly manager: LeagueManager; readonly playerIds: readonly number[] };

beforeAll(async () => {
	app = await createTestApp();
	const created = await createLeagueManagers(app, 4);
	managers = created.slice(0, 3);
	outsider = created[3] as LeagueManager;
	leagueId = (await createLeagueWith(managers.slice(0, 2), { type: "h2h", size: 2, name: "Two of us" })).id;
	await createLeagueWith(managers, { name: "All of us" });
	eliminationId = (await createLeagueWith(managers, { type: "elimination", size: 3, name: "Last of us" })).id;
	laterId = (await createLeagueWith(managers, { type: "elimination", size: 3, startId: 2, name: "Later" })).id;
	const room = await createDraftRoom(app);
	const playerIds: number[] = [];
	for (let pick = 1; pick <= 16; pick++) playerIds.push(await room.pickNext());
	drafted = { manager: room.managers[0] as LeagueManager, playerIds };
}, 60_000);
afterAll(() => app.close());

const getManager = (index: number) => managers[index] as LeagueManager;
const getRoundPlayers = (manager: LeagueManager, roundId = 1) =>
	manager.client(showRoundPlayers, { params: { roundId } });
const sortIds = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
/** Lists the players of a team who are locked once the first match begins: all but those of squads 13 and 14. */
const hasLocked = (id: number) =>
	![13, 14].includes(app.season.players.find((player) => player.id === id)?.squadId ?? 0);
const listLocked = ({ team }: LeagueManager) => team.slots.filter(hasLocked);

test("before the round starts, only the manager's own players are shown", async () => {
	const { own, opponents, leaguePlayerIds } = await getRoundPlayers(getManager(0));
	const { slots } = getManager(0).team;
	expect(own?.fieldIds).toHaveLength(16);
	expect(own?.benchIds).toHaveLength(5);
	expect(sortIds([...(own?.fieldIds ?? []), ...(own?.benchIds ?? [])])).toEqual(sortIds(slots));
	expect(own?.captainId).toBe(slots[0]);
	expect(opponents).toEqual([
		expect.objectContaining({ leagueId, fieldIds: [], benchIds: [], captainId: 0, viceCaptainId: 0, team: null }),
	]);
	expect(leaguePlayerIds).toEqual([]);
});

test("once the first match started, only others' locked players are shown [D1.2.132]", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const [match] = app.season.listMatchesOfRound(1);
	if (!match) throw new Error("no match");
	await setMatchStatus(app, [match], "playing");
	const { own, opponents, leaguePlayerIds } = await getRoundPlayers(getManager(0));
	expect(own?.fieldIds).toHaveLength(16);
	expect(opponents).toHaveLength(1);
	const [opponent] = opponents;
	expect(opponent).toMatchObject({ leagueId, leagueName: "Two of us", index: 0 });
	expect(listLocked(getManager(1)).length).toBeGreaterThan(0);
	expect(listLocked(getManager(1)).length).toBeLessThan(21);
	expect(sortIds([...(opponent?.fieldIds ?? []), ...(opponent?.benchIds ?? [])])).toEqual(
		sortIds(listLocked(getManager(1))),
	);
	const shownIds = [opponent?.team?.lineup, opponent?.team?.bench].flatMap((byLine) =>
		Object.values(byLine ?? {}).flat(),
	);
	const shown = [...shownIds, opponent?.team?.utilityId ?? 0];
	expect(shown).toHaveLength(21);
	expect(shown).toEqual(getManager(1).team.slots.map((id) => (listLocked(getManager(1)).includes(id) ? id : 0)));
	expect(opponent?.team?.hidden).toBe(21 - listLocked(getManager(1)).length);
	const lockedIds = new Set(managers.flatMap(listLocked));
	expect(leaguePlayerIds).toEqual(sortIds([...lockedIds]));
});

test("locked players of a draft league are among those of one's leagues", async () => {
	const { leaguePlayerIds } = await getRoundPlayers(drafted.manager);
	expect(leaguePlayerIds).toEqual(sortIds(drafted.playerIds.filter(hasLocked)));
});

test("the manager's elimination leagues are listed from their start [D2.1.79]", async () => {
	const started = { leagueId: eliminationId, leagueName: "Last of us" };
	expect((await getRoundPlayers(getManager(2))).eliminationLeagues).toEqual([started]);
	expect((await getRoundPlayers(getManager(2), 2)).eliminationLeagues).toEqual([
		started,
		{ leagueId: laterId, leagueName: "Later" },
	]);
	expect((await getRoundPlayers(outsider)).eliminationLeagues).toEqual([]);
});

test("without a league there are no opponents, unknown rounds are refused", async () => {
	const { own, opponents, leaguePlayerIds } = await getRoundPlayers(outsider);
	expect(own?.fieldIds).toHaveLength(16);
	expect([opponents, leaguePlayerIds]).toEqual([[], []]);
	const { status, code } = await getApiFailure(getRoundPlayers(outsider, 99));
	expect([status, code]).toEqual([404, "round-unknown"]);
});
