import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { importSeasonFiles } from "@first-bounce/contract/operator/season/season-import";
import {
	changeSeasonRules,
	previewSeasonRules,
	showSeasonRules,
} from "@first-bounce/contract/operator/season/season-rules";
import { listSeasonImports, undoSeasonImport } from "@first-bounce/contract/operator/season/season-undo";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import { buildSeededFiles } from "../../../../../testing/season/seeded-folder.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedSeason,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueManagers } from "../../../../../testing/server/league-managers.ts";
import {
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { createPgListener } from "../../seasons/current/pg-listener.ts";
import { createSeasonHolder } from "../../seasons/current/season-holder.ts";
import { buildStatRow } from "../../seasons/current/stat-line.ts";
import { findPreviewOnlyEffects } from "./preview-only-effects.ts";

const reason = "the committee has decided";
const SEASON = { params: { id: 1 } };
let app: TestApp;
let client: Client;
/** The total price of each team's players. */
let values: number[];

const getRules = async () => (await client(showSeasonRules, SEASON)).rules;
const previewChanges = (rules: object) => client(previewSeasonRules, { ...SEASON, body: { rules: { ...rules } } });
async function changeRules(changes: object) {
	const shown = await getRules();
	return client(changeSeasonRules, { ...SEASON, body: { rules: { ...shown, ...changes }, shown, reason } });
}
const readBanks = async () =>
	(await app.database.pool.query("SELECT bank FROM lineups ORDER BY team_id")).rows.map(({ bank }) => bank);

beforeEach(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	const random = createSeededRandom(8);
	const costs = new Map(app.season.players.map(({ id, cost }) => [id, cost]));
	const randomSlots = [drawSlots(app.season, random), drawSlots(app.season, random)];
	values = randomSlots.map((slots) => slots.reduce((sum, id) => sum + (costs.get(id) ?? 0), 0));
	const toSeed = randomSlots.map((slots, index) => ({ slots, bank: 15_500_000 - (values[index] ?? 0) }));
	await seedTeams(app.database.db, app.season, toSeed);
});
afterEach(() => app.close());

test("an operator sees every rule and the first lock (D2.9.60)", async () => {
	expect(await client(showSeasonRules, SEASON)).toMatchObject({
		seasonId: 1,
		name: "Small season",
		rules: { salaryCap: 15_500_000, scoring: { K: 3, H: 3 }, trades: { limit: 3, per: "season" }, lastRound: 3 },
		firstLockAt: "2026-08-28T09:00:00.000Z",
		lock: null,
	});
	const unknown = await getApiFailure(client(showSeasonRules, { params: { id: 77 } }));
	expect([unknown.status, unknown.code]).toEqual([404, "season-unknown"]);
});

test("invalid rules are listed field by field, and not saved (D2.9.61)", async () => {
	const rules = await getRules();
	const { problems, effects } = await previewChanges({ ...rules, floorPrice: 300_500, emergencies: 5 });
	expect(problems).toEqual([
		{ at: "emergencies", message: "must be a whole number no greater than the number of bench slots (5)" },
		{ at: "floorPrice", message: "must be a positive multiple of priceStep (300500)" },
	]);
	expect(effects).toEqual([]);
	const wrongShape = await previewChanges({ ...rules, captainFactor: "two", surprise: 1 });
	expect(wrongShape.problems.map(({ at }) => at)).toEqual(["captainFactor", ""]);
	const refused = await getApiFailure(changeRules({ floorPrice: 300_500 }));
	expect([refused.status, refused.message]).toEqual([
		422,
		"floorPrice: must be a positive multiple of priceStep (300500)",
	]);
	expect((await getRules()).floorPrice).toBe(300_000);
});

test("a lower cap's preview counts teams over it, banks change (D2.9.62)", async () => {
	const [lowest = 0, highest = 0] = values.toSorted((a, b) => a - b);
	const salaryCap = Math.ceil((lowest + highest) / 2_000) * 1_000;
	const rules = await getRules();
	expect((await previewChanges({ ...rules, salaryCap })).effects).toEqual([
		{ at: "salaryCap", kind: "bank", isRefused: false, values: { count: 2, amount: salaryCap - 15_500_000 } },
		{ at: "salaryCap", kind: "teams-over-cap", isRefused: false, values: { count: 1, saved: 2 } },
	]);
	expect(await readBanks()).toEqual(values.map((value) => 15_500_000 - value));
	// Another process has the season in memory too.
	const listener = await createPgListener(app.database);
	const otherProcess = await createSeasonHolder(app.database.db, listener);

	expect(await changeRules({ salaryCap })).toEqual({ changed: ["salaryCap"] });
	expect(await readBanks()).toEqual(values.map((value) => salaryCap - value));
	expect(app.seasons.current().rules.salaryCap).toBe(salaryCap);
	await waitFor(() => expect(otherProcess.current().rules.salaryCap).toBe(salaryCap));
	await listener.close();
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({
		action: "rules-changed",
		subject: "season:1",
		reason,
		before: { salaryCap: 15_500_000 },
		after: { salaryCap },
	});
});

test("a team shape that saved line-ups do not fit is refused (D2.9.63)", async () => {
	const rules = await getRules();
	const field = { DEF: 4, MID: 6, RUC: 1, FWD: 5 };
	expect((await previewChanges({ ...rules, field })).effects).toEqual([
		{ at: "field", kind: "line-ups-incomplete", isRefused: true, values: { count: 2 } },
	]);
	const refused = await getApiFailure(changeRules({ field }));
	expect([refused.status, refused.message]).toEqual([
		409,
		"2 line-ups have been saved with these slots and would become incomplete",
	]);
	expect((await getApiFailure(changeRules({ bench: { DEF: 2, MID: 1, RUC: 0, FWD: 1 } }))).message).toBe(
		"2 line-ups have been saved with these slots and would become incomplete",
	);
	const emergencies = await getApiFailure(changeRules({ emergencies: 3 }));
	expect(emergencies.message).toBe("2 teams have named more emergencies than that");
	await app.database.pool.query("DELETE FROM lineups");
	expect(await changeRules({ field })).toEqual({ changed: ["field.DEF", "field.MID"] });
	expect(app.seasons.current().rules.field).toEqual(field);
});

test("effects of changed weights are computed from the last season (D2.9.64)", async () => {
	const rules = await getRules();
	const scoring = { ...app.season.rules.scoring, H: 2 };
	expect((await previewChanges({ ...rules, scoring })).effects).toEqual([
		{ at: "scoring", kind: "no-former-stats", isRefused: false, values: {} },
	]);

	// A player with four matches of ten kicks and ten handballs, another with one match of twenty kicks.
	const { db, pool } = app.database;
	await pool.query("UPDATE seasons SET is_current = false");
	const previous = await seedSeason(db, { id: 25, rounds: 4 });
	await pool.query("UPDATE matches SET starts_at = starts_at - interval '1 year' WHERE season_id = 25");
	await pool.query("UPDATE seasons SET is_current = false, name = 'Last season' WHERE id = 25");
	await pool.query("UPDATE seasons SET is_current = true WHERE id = 1");
	const buildRow = (matchId: number, playerId: number, kicks: number, handballs: number) =>
		buildStatRow({
			seasonId: 25,
			matchId,
			playerId,
			squadId: 11,
			stats: { ...EMPTY_STAT_LINE, K: kicks, H: handballs, TOG: 80 },
		});
	const rows = previous.matches.slice(0, 4).map(({ id }) => buildRow(id, 1001, 10, 10));
	await db
		.insertInto("stat_lines")
		.values([...rows, buildRow(101, 1002, 20, 0)])
		.execute();

	// Average points: (4 × 60 + 60) / 5 before, (4 × 50 + 60) / 5 after. Opening prices at 12,950 dollars a point: the
	// first player's is 777,000 before and 648,000 after; the second's is 660,000, × 0.85 because of her single match.
	expect((await previewChanges({ ...rules, scoring })).effects).toEqual([
		{
			at: "scoring",
			kind: "scores",
			isRefused: false,
			values: { season: "Last season", matches: 5, before: 60, after: 52 },
		},
		{
			at: "scoring",
			kind: "opening-prices",
			isRefused: false,
			values: { season: "Last season", players: 2, changed: 1, before: 718_500, after: 654_000 },
		},
	]);
});

test("previews of trades, rounds, prices and sizes list their effects (D2.9.65)", async () => {
	const manager = await createManager(app, "Lena");
	await manager.client(createLeague, {
		body: { name: "The Ruckers", startId: 1, type: "h2h", privacy: "private", size: 4 },
	});
	const rules = await getRules();
	const leagues = { ...app.season.rules.leagues, h2hSizes: [2, 6] };
	const changed = { ...rules, trades: { limit: 3, per: "round" }, floorPrice: 510_000, lastRound: 2, leagues };
	expect((await previewChanges(changed)).effects).toEqual([
		{ at: "trades", kind: "trades", isRefused: false, values: { before: 3, after: 6, rounds: 2 } },
		{ at: "floorPrice", kind: "prices-below-floor", isRefused: false, values: { count: 4 } },
		{ at: "lastRound", kind: "matches-dropped", isRefused: false, values: { count: 2 } },
		{ at: "leagues.h2hSizes", kind: "league-sizes", isRefused: false, values: { count: 1 } },
	]);
	await app.database.pool.query("UPDATE leagues SET start_id = 3");
	const inUse = await getApiFailure(changeRules({ lastRound: 2 }));
	expect([inUse.status, inUse.message]).toEqual([409, "1 league plays in round 3"]);
	const longer = await getApiFailure(changeRules({ lastRound: 9 }));
	expect(longer.message).toBe("The fixture has no round 9: its last one is 3");
});

test("previews of double weeks, prior and cup show real numbers (D2.9.196)", async () => {
	const rules = await getRules();
	const previewEffects = async (changes: object) => (await previewChanges({ ...rules, ...changes })).effects;
	// A captain factor has no effect to show before a round is published.
	expect(await previewEffects({ captainFactor: 3 })).toEqual([]);
	expect(await previewEffects({ singleWeekMatches: 1 })).toEqual([
		{ at: "singleWeekMatches", kind: "double-weeks", isRefused: false, values: { before: 0, count: 3 } },
	]);
	expect(await previewEffects({ cup: { startRound: 2, seed: 1 } })).toEqual([
		{ at: "cup.startRound", kind: "cup", isRefused: false, values: { count: 2, round: 2, teams: 4 } },
	]);
	await app.database.pool.query("UPDATE player_prices SET price = 600000");
	// Before: 10 + 0.8 × 600,000 / 12,000 = 50 points. After: 15 + 0.8 × 50 = 55 points.
	const projections = { ...app.season.rules.projections, prior: { base: 15, pricePoint: 0.8, rootOwnership: 12 } };
	expect(await previewEffects({ projections })).toEqual([
		{
			at: "projections.prior",
			kind: "estimates",
			isRefused: false,
			values: { price: 600_000, before: 50, after: 55 },
		},
	]);
});

test("a changed captain factor's preview shows the last round's scores (D2.9.196)", async () => {
	const { pool } = app.database;
	const random = createSeededRandom(3);
	await pool.query("DELETE FROM lineups");
	await pool.query("DELETE FROM teams");
	await createLeagueManagers(app, 2);
	await playRandomRound(app, 1, random, async () => undefined);
	const { rows: teams } = await pool.query(
		"SELECT s.points, l.captain_id, l.vice_captain_id FROM standings AS s JOIN lineups AS l USING (team_id)",
	);
	const { players } = app.seasons.current();
	const captainScores = teams.map(
		({ captain_id, vice_captain_id }) =>
			players.get(captain_id)?.scores.get(1) ?? players.get(vice_captain_id)?.scores.get(1) ?? 0,
	);
	const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
	expect(teams).toHaveLength(2);
	expect(sum(captainScores)).toBeGreaterThan(0);
	const before = sum(teams.map(({ points }) => points)) / 2;
	const rules = await getRules();
	expect((await previewChanges({ ...rules, captainFactor: 3 })).effects).toEqual([
		{
			at: "captainFactor",
			kind: "captain",
			isRefused: false,
			values: { season: "Small season", round: 1, before, after: before + sum(captainScores) / 2 },
		},
	]);
	// A round of an earlier season, played with a factor of 2, is shown with this season's factors before and after.
	const { seasonId, rules: playedRules } = app.seasons.current();
	const season = { ...app.seasons.current(), seasonId: seasonId + 1, rules: { ...playedRules, captainFactor: 3 } };
	const after = { ...playedRules, captainFactor: 2 };
	const [effect] = await findPreviewOnlyEffects({ db: app.database.db, season, after });
	expect(effect?.values).toMatchObject({ before: before + sum(captainScores) / 2, after: before });
});

test("rules cannot change after the first lock, or be overwritten (D2.9.66)", async () => {
	const shown = await getRules();
	await changeRules({ captainFactor: 3 });
	const body = { rules: { ...shown, captainFactor: 4 }, shown, reason };
	const outdated = await getApiFailure(client(changeSeasonRules, { ...SEASON, body }));
	expect([outdated.status, outdated.code]).toEqual([409, "rules-changed"]);

	app.clocks.setSeason(FIRST_BOUNCE - 1);
	expect(await changeRules({ captainFactor: 2 })).toEqual({ changed: ["captainFactor"] });
	app.clocks.setSeason(FIRST_BOUNCE);
	const late = await getApiFailure(changeRules({ captainFactor: 3 }));
	expect([late.status, late.message]).toEqual([409, "The first match has started: the rules are fixed for the season"]);
	expect((await client(showSeasonRules, SEASON)).lock).toBe("first-lock");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	await app.database.pool.query("UPDATE seasons SET status = 'closed', is_current = false");
	expect((await client(showSeasonRules, SEASON)).lock).toBe("closed");
	expect((await getApiFailure(changeRules({ captainFactor: 3 }))).code).toBe("season-is-closed");
});

test("importing again keeps a rule changed in the console (D2.9.68)", async () => {
	const files = buildSeededFiles(app.season);
	await client(importSeasonFiles, { body: { files, reason } });
	await changeRules({ salaryCap: 14_000_000 });
	const changed = files.map((file) =>
		file.name === "season.json"
			? { ...file, text: JSON.stringify({ ...JSON.parse(file.text), salaryCap: 15_000_000, captainFactor: 3 }) }
			: file,
	);
	const { summary } = await client(importSeasonFiles, { body: { files: changed, reason } });
	expect(summary).toContain("  rules changed: captainFactor");
	expect(summary).toContain("      = salaryCap 14000000 (in the files 15000000, at the last import 15500000)");
	expect(app.seasons.current().rules).toMatchObject({ salaryCap: 14_000_000, captainFactor: 3 });
	await client(importSeasonFiles, { body: { files: changed, reason, preferFiles: true } });
	expect(app.seasons.current().rules).toMatchObject({ salaryCap: 15_000_000, captainFactor: 3 });
});

test("an import that changes the cap changes every bank alike (D2.9.62)", async () => {
	const files = buildSeededFiles(app.season);
	await client(importSeasonFiles, { body: { files, reason } });
	const lowerCapFiles = files.map((file) =>
		file.name === "season.json"
			? { ...file, text: JSON.stringify({ ...JSON.parse(file.text), salaryCap: 14_000_000 }) }
			: file,
	);
	await client(importSeasonFiles, { body: { files: lowerCapFiles, reason } });
	expect(app.seasons.current().rules.salaryCap).toBe(14_000_000);
	expect(await readBanks()).toEqual(values.map((value) => 14_000_000 - value));

	const [newest] = (await client(listSeasonImports, {})).imports;
	await client(undoSeasonImport, { params: { id: newest?.id ?? 0 }, body: { reason } });
	expect(app.seasons.current().rules.salaryCap).toBe(15_500_000);
	expect(await readBanks()).toEqual(values.map((value) => 15_500_000 - value));
});

test("an import of other opening prices changes banks until it is undone", async () => {
	const files = buildSeededFiles(app.season);
	await client(importSeasonFiles, { body: { files, reason } });
	const dearer = files.map((file) =>
		file.name === "players.csv" ? { ...file, text: file.text.replace(/^(1001,.*?)(\d{6})\b/m, "$1900000") } : file,
	);
	await client(importSeasonFiles, { body: { files: dearer, reason } });
	const { cost } = app.seasons.current().players.get(1001) ?? {};
	expect(cost).toBe(900_000);
	const before = app.season.players.find(({ id }) => id === 1001)?.cost ?? 0;
	const { rows } = await app.database.pool.query("SELECT 1001 = ANY (slots) AS has FROM lineups ORDER BY team_id");
	expect(rows.map(({ has }) => has)).toContain(true);
	const changed = values.map((value, index) => 15_500_000 - value - (rows[index]?.has ? 900_000 - before : 0));
	expect(await readBanks()).toEqual(changed);
	const [newest] = (await client(listSeasonImports, {})).imports;
	await client(undoSeasonImport, { params: { id: newest?.id ?? 0 }, body: { reason } });
	expect(await readBanks()).toEqual(values.map((value) => 15_500_000 - value));
});
