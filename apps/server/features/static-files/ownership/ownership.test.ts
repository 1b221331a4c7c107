import { type OwnershipFile, ownershipFile } from "@first-bounce/contract/stats/static-data";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import type { OwnershipFigure } from "@first-bounce/rules/ownership/ownership";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	drawSlots,
	type SeededTeam,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import { createStaticFiles, type StaticFiles } from "../static-files.ts";
import { buildGroups, countOwnership } from "./count-ownership.ts";
import { countFigures, findRankedTeams, listUncountedRounds } from "./queries.ts";

let app: TestApp;
let files: StaticFiles;
beforeEach(async () => {
	app = await createTestApp();
	files = await createStaticFiles({
		db: app.database.db,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError: (error) => {
			throw error;
		},
	});
});
afterEach(async () => {
	await files.close();
	await app.close();
});

async function seedRandomTeams(count: number, seed = 7): Promise<SeededTeam[]> {
	const random = createSeededRandom(seed);
	const teams = Array.from({ length: count }, () => ({ slots: drawSlots(app.season, random) }));
	return seedTeams(app.database.db, app.season, teams);
}

/** Publishes a round in which every second player of the matches kicked as often as her id says. */
async function playRound(roundId: number) {
	for (const match of app.season.listMatchesOfRound(roundId)) {
		const ids = app.season.players
			.filter(({ id, squadId }) => id % 2 === 0 && [match.homeSquadId, match.awaySquadId].includes(squadId))
			.map(({ id }) => id);
		await saveKicks(app, match, Object.fromEntries(ids.map((id) => [id, id % 29])));
	}
	await finishRound(app, roundId);
}

async function count() {
	const counted = await countOwnership(app.database.db, app.seasons.current());
	await app.seasons.refresh();
	return counted;
}

async function readRound(roundId: number) {
	const found = await files.findSeasonFile(1, `ownership/${roundId}`);
	return found && ownershipFile.parse(JSON.parse(String(found.file.content)));
}
const readCsv = async (name: string) => String((await files.findSeasonFile(1, name))?.file.content).split("\n");

const listRanked = (roundId: number) =>
	app.database.db
		.selectFrom("standings")
		.where("round_id", "=", roundId)
		.orderBy("overall_rank")
		.select("team_id")
		.execute();

/** Counts the teams of a group from their line-ups, one by one. */
async function countByLineups(roundId: number, size: number) {
	const { db } = app.database;
	const players = app.seasons.current().players;
	const hasPlayed = (id: number) => players.get(id)?.scores.has(roundId) === true;
	const counts = new Map<number, Record<OwnershipFigure, number>>();
	const add = (id: number, figure: OwnershipFigure) => {
		const figures = counts.get(id) ?? { owned: 0, captain: 0, doubled: 0, tradedIn: 0, tradedOut: 0 };
		figures[figure]++;
		counts.set(id, figures);
	};
	const lineups = await db
		.selectFrom("lineups")
		.where("round_id", "<=", roundId)
		.orderBy("round_id")
		.selectAll()
		.execute();
	const trades = await db.selectFrom("trades").where("round_id", "=", roundId).selectAll().execute();
	for (const { team_id } of (await listRanked(roundId)).slice(0, size)) {
		const lineup = lineups.findLast((candidate) => candidate.team_id === team_id);
		if (!lineup) throw new Error("a ranked team has a line-up");
		for (const id of lineup.slots) add(id, "owned");
		add(lineup.captain_id, "captain");
		const doubled = [lineup.captain_id, lineup.vice_captain_id].find(hasPlayed);
		if (doubled) add(doubled, "doubled");
		for (const trade of trades.filter((candidate) => candidate.team_id === team_id)) {
			add(trade.player_in_id, "tradedIn");
			add(trade.player_out_id, "tradedOut");
		}
	}
	return [...counts].map(([id, figures]) => ({ id, ...figures })).sort((a, b) => a.id - b.id);
}

type Player = OwnershipFile["groups"][number]["players"][number];
const omitPercents = ({ id, owned, captain, doubled, tradedIn, tradedOut }: Player) => ({
	id,
	owned,
	captain,
	doubled,
	tradedIn,
	tradedOut,
});

/** Trades a random player of a team in a round for one whom it does not have. */
async function saveRandomTrade({ id, slots }: SeededTeam, roundId: number, random: () => number) {
	const { db } = app.database;
	const index = Math.floor(random() * listSlots(app.season.rules).length);
	const others = app.season.players.filter((player) => !slots.includes(player.id));
	const player_in_id = others[Math.floor(random() * others.length)]?.id ?? 0;
	const player_out_id = slots[index] ?? 0;
	const next = slots.with(index, player_in_id);
	const roles = { captain_id: next[2] ?? 0, vice_captain_id: next[3] ?? 0, emergency: [] };
	await db
		.insertInto("lineups")
		.values({ team_id: id, round_id: roundId, slots: next, bank: 0, ...roles })
		.execute();
	const prices = { slot: 1, price_in: 1, price_out: 1, made_at: new Date(app.clocks.seasonNow()) };
	await db
		.insertInto("trades")
		.values({ team_id: id, round_id: roundId, player_in_id, player_out_id, ...prices })
		.execute();
}

test("counts equal those of the line-ups, one by one, in any groups (D2.9.280)", async () => {
	const teams = await seedRandomTeams(24);
	const random = createSeededRandom(3);
	await playRound(1);
	for (const team of teams.filter((_, index) => index % 3 === 0)) await saveRandomTrade(team, 2, random);
	await playRound(2);
	for (const team of teams.filter((_, index) => index % 3 === 1)) await saveRandomTrade(team, 3, random);
	await app.seasons.refresh();
	const groupSizes = fc.uniqueArray(fc.integer({ min: 1, max: 23 }), { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(groupSizes, fc.constantFrom(1, 2), async (unsorted, roundId) => {
			const sizes = unsorted.toSorted((a, b) => a - b);
			const played = [...app.seasons.current().players.values()].filter(({ scores }) => scores.has(roundId));
			const round = { seasonId: 1, roundId };
			const figures = await countFigures(app.database.db, round, await findRankedTeams(app.database.db, round), {
				sizes,
				playedIds: played.map(({ id }) => id),
			});
			const groups = [...sizes, 24].map((size) => ({ top: size, teams: size }));
			for (const { teams, players } of buildGroups(groups, figures)) {
				const counted = players.map(([id, owned, captain, doubled, tradedIn, tradedOut]) => ({
					id,
					owned,
					captain,
					doubled,
					tradedIn,
					tradedOut,
				}));
				expect(counted).toEqual(await countByLineups(roundId, teams));
			}
		}),
		{ numRuns: 6 },
	);
});

test("published rounds have counts and percentages of the top 100 and all (D2.9.279, D2.9.280)", async () => {
	await seedRandomTeams(130);
	expect(await readRound(1)).toBeUndefined();
	await playRound(1);
	// Of two processes at the same time, one counts.
	const counts = await Promise.all([1, 2].map(() => countOwnership(app.database.db, app.seasons.current())));
	expect(counts.flat()).toEqual([1]);
	await app.seasons.refresh();
	const file = await readRound(1);
	expect(file?.groups.map(({ top, teams }) => [top, teams])).toEqual([
		[100, 100],
		[null, 130],
	]);
	const [best, all] = file?.groups ?? [];
	expect(best?.players.map(omitPercents)).toEqual(await countByLineups(1, 100));
	expect(all?.players.map(omitPercents)).toEqual(await countByLineups(1, 130));
	for (const player of all?.players ?? [])
		expect(player.ownedPercent).toBe(Math.round((player.owned / 130) * 1_000) / 10);
	const ownedInAll = new Map(all?.players.map(({ id, owned }) => [id, owned]));
	expect(best?.players.length).toBeGreaterThan(20);
	for (const { id, owned } of best?.players ?? []) expect(owned).toBeLessThanOrEqual(ownedInAll.get(id) ?? 0);

	const [header, first] = await readCsv("ownership.csv");
	expect(header).toBe(
		"round.roundNumber,top,teams,player.playerId,player.givenName,player.surname,team.name,position,owned,captain,doubled,traded_in,traded_out,owned_percent,captain_percent,doubled_percent,traded_in_percent,traded_out_percent,squad_id,player_id",
	);
	const player = best?.players[0];
	expect(first).toBe(
		`1,100,100,1001,P,1001,Squad 11,DEF,${player?.owned},${player?.captain},${player?.doubled},0,0,${player?.owned},${player?.captain},${player?.doubled},0,0,11,1001`,
	);
	expect(await readCsv("ownership/1.csv")).toEqual(await readCsv("ownership.csv"));
	expect(await files.findSeasonFile(1, "ownership/2.csv")).toBeUndefined();
	expect(await readRound(2)).toBeUndefined();
});

test("nobody is doubled in a season with a captain's factor of 1", async () => {
	await seedRandomTeams(100);
	await playRound(1);
	const season = app.seasons.current();
	await countOwnership(app.database.db, { ...season, rules: { ...season.rules, captainFactor: 1 } });
	await app.seasons.refresh();
	const players = (await readRound(1))?.groups[0]?.players ?? [];
	expect(players.some(({ captain }) => captain > 0)).toBe(true);
	expect(players.filter(({ doubled }) => doubled > 0)).toEqual([]);
});

test("no group is shown below 100 teams (D2.9.279)", async () => {
	await seedRandomTeams(99);
	await playRound(1);
	await count();
	expect(await readRound(1)).toEqual({ roundId: 1, groups: [] });
	expect(await readCsv("ownership.csv")).toHaveLength(2);
});

test("a correction changes groups and doubled points, and counting twice nothing (D2.9.281)", async () => {
	await seedRandomTeams(130);
	await playRound(1);
	await count();
	const before = await readRound(1);
	const version = app.seasons.current().dataVersion;
	expect(await count()).toEqual([]);
	expect(app.seasons.current().dataVersion).toBe(version);
	// A captain who had not played now has 60 kicks.
	const match = app.season.listMatchesOfRound(1)[0];
	const captains = (before?.groups[1]?.players ?? []).filter(({ captain, doubled }) => captain > 0 && doubled === 0);
	const corrected = captains.find(({ id }) =>
		app.season.players.some((player) => player.id === id && player.squadId === match?.homeSquadId),
	);
	if (!match || !corrected) throw new Error("no captain to correct");
	const audit = { actor: "operator:1", reason: "She did play" };
	await correctStats(
		app.database,
		{ matchId: match.id, lines: [{ playerId: corrected.id, stats: buildStatLine({ K: 60 }) }] },
		audit,
	);
	const outdated = app.seasons.current();
	await app.seasons.refresh();
	expect(await countOwnership(app.database.db, outdated)).toEqual([]);
	expect(await listUncountedRounds(app.database.db, 1)).toMatchObject([{ id: 1 }]);
	expect(await count()).toEqual([1]);
	const after = await readRound(1);
	const find = (file: typeof after, group: number) =>
		file?.groups[group]?.players.find(({ id }) => id === corrected.id);
	expect(find(before, 1)?.doubled).toBe(0);
	expect(find(after, 1)?.doubled).toBeGreaterThanOrEqual(corrected.captain);
	expect(after?.groups[0]?.players.map(omitPercents)).toEqual(await countByLineups(1, 100));
	expect(after?.groups[1]?.players.map(omitPercents)).toEqual(await countByLineups(1, 130));
	expect(after?.groups[0]?.players.map(({ id, owned }) => [id, owned])).not.toEqual(
		before?.groups[0]?.players.map(({ id, owned }) => [id, owned]),
	);
	expect(after?.groups[1]?.players.map(({ owned }) => owned)).toEqual(
		before?.groups[1]?.players.map(({ owned }) => owned),
	);
});
