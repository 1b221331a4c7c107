import { listAudit } from "@first-bounce/contract/operator/audit";
import { addPlayer, changePlayer } from "@first-bounce/contract/operator/players";
import { changeMatch } from "@first-bounce/contract/operator/season";
import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
} from "@first-bounce/contract/operator/season/season-import";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { buildSeededFiles } from "../../../../../testing/season/seeded-folder.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

const reason = "confirmed by the league";
const NEW_START = "2026-09-12T04:00:00.000Z";
let app: TestApp;
let client: Client;
let files: SeasonFile[];
/** A player of squad 11 with stats in round 1. */
let star: number;

/** Reads what another import could overwrite: the published round's stats, and all changes made in the console. */
async function readState() {
	const { pool } = app.database;
	const queryRows = async (text: string) => (await pool.query(text)).rows;
	const season = app.seasons.current();
	const getPlayer = (id: number) => {
		const { position, squadId, prices } = season.players.get(id) ?? {};
		return { position, squadId, price: prices?.get(1) };
	};
	return {
		lines: await queryRows("SELECT match_id, player_id, kicks FROM stat_lines ORDER BY 1, 2"),
		standings: await queryRows("SELECT round_id, points FROM standings ORDER BY 1, 2"),
		signing: season.players.get(9001)?.name,
		moved: season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === 302),
		positions: getPlayer(1003).position,
		club: getPlayer(1013).squadId,
	};
}

const editFile = (name: SeasonFile["name"], change: (text: string) => string): SeasonFile[] =>
	files.map((file) => (file.name === name ? { ...file, text: change(file.text) } : file));

beforeAll(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	files = buildSeededFiles(app.season);
	const slots = drawSlots(app.season, createSeededRandom(5));
	await seedTeam(app.database.db, app.season, { slots });
	await client(importSeasonFiles, { body: { files, reason } });
	app.clocks.setSeason(FIRST_BOUNCE + DAY);
	const [match] = app.season.listMatchesOfRound(1);
	if (!match) throw new Error("Round 1 has no match");
	const { homeSquadId } = match;
	const isInMatch = (id: number) =>
		app.season.players.some((player) => player.id === id && player.squadId === homeSquadId);
	// She is neither captain nor vice captain, so her points count once.
	star = slots.slice(2, 16).find(isInMatch) ?? 0;
	await saveKicks(app, match, { [star]: 20 });
	await finishRound(app, 1);
	const signing = { id: 9001, firstName: "Nia", lastName: "Late", squadId: 11, positions: ["MID" as const] };
	await client(addPlayer, { body: { ...signing, reason, price: 300_000, fromRound: 2 } });
	await client(changePlayer, { params: { id: 1003 }, body: { reason, positions: ["DEF", "FWD"] } });
	await client(changePlayer, { params: { id: 1013 }, body: { reason, squadId: 16 } });
	await client(changeMatch, {
		params: { id: 302 },
		body: { reason, change: { do: "move", toRoundId: 2, startsAt: NEW_START } },
	});
});
afterAll(() => app.close());

test("importing the original files again keeps round and console changes", async () => {
	const before = await readState();
	expect(before).toMatchObject({
		lines: [{ match_id: 101, player_id: star, kicks: 20 }],
		standings: [{ round_id: 1, points: 60 }],
		signing: "Nia Late",
		positions: ["DEF", "FWD"],
		club: 16,
	});
	expect(before.moved).toMatchObject({ roundId: 2, startsAt: Date.parse(NEW_START) });
	const preview = await client(previewSeason, { body: { files } });
	const report = await client(importSeasonFiles, { body: { files, reason } });
	expect(await readState()).toEqual(before);
	expect(report.summary).toEqual([
		"Season 1, Small season: already here, the current season",
		"  nothing to change",
		"  2 players kept: changed here since the last import (“Prefer the files” takes the files' values)",
		"      = 1003: positions DEF,FWD (in the files DEF)",
		"      = 1013: squad_id 16 (in the files 12)",
		"  1 player kept: signed during the season, and there is no signings.csv",
		"      = 9001  first_name Nia  last_name Late  squad_id 11  positions MID  from_round 2",
		"  1 match kept: changed here since the last import (“Prefer the files” takes the files' values)",
		"      = 302: round_id 2 (in the files 3), starts_at 2026-09-12T04:00:00.000Z (in the files 2026-09-12T09:00:00.000Z)",
		"Imported.",
	]);
	expect(preview.summary.slice(0, -1)).toEqual(report.summary.slice(0, -1));
	// Idempotent: a second import changes nothing, not even the season's version.
	const { dataVersion } = app.seasons.current();
	expect((await client(importSeasonFiles, { body: { files, reason, remove: true } })).summary).toEqual(report.summary);
	expect(await readState()).toEqual(before);
	expect(app.seasons.current().dataVersion).toBe(dataVersion);
});

test("the files' changed values are applied, except over an operator's", async () => {
	const before = await readState();
	const newer = editFile("players.csv", (text) =>
		text
			.replace("1003,P,1003,11,DEF,", "1003,P,1003,11,MID,")
			.replace("1004,P,1004,11,DEF/MID,", "1004,P,1004,11,MID,"),
	);
	const { summary } = await client(importSeasonFiles, { body: { files: newer, reason } });
	expect(summary.slice(1, 5)).toEqual([
		"  1 player changed",
		"      ~ 1004: positions DEF,MID → MID",
		"  2 players kept: changed here since the last import (“Prefer the files” takes the files' values)",
		"      = 1003: positions DEF,FWD (in the files MID, at the last import DEF)",
	]);
	expect(await readState()).toEqual(before);
	await client(importSeasonFiles, { body: { files, reason } });
	expect(app.seasons.current().players.get(1004)?.position).toEqual(["DEF", "MID"]);
});

test("published rounds stay as they are with every option", async () => {
	const before = await readState();
	const played = editFile("matches.csv", (text) =>
		text.replace(/^(101,1,.*)T09:00:00.000Z,,,$/m, "$1T10:00:00.000Z,,80,70").replace("102,1,13", "102,2,13"),
	);
	const header =
		"match_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds";
	const stats = [`101,${star},11,25`, "101,1013,12,10"].map((row) => `${row},0,0,0,0,0,0,0,0,80`);
	const withStats: SeasonFile[] = [
		...played,
		{ name: "stats.csv", text: [`${header},tog_percentage`, ...stats, ""].join("\n") },
	];
	const options = { remove: true, preferFiles: false };
	const { summary } = await client(importSeasonFiles, { body: { files: withStats, reason, ...options } });
	expect(await readState()).toEqual(before);
	const text = summary.join("\n");
	expect(text).toContain(
		"  2 matches kept: a published round changes only by a correction (in the console, under Corrections)\n      = 101: starts_at",
	);
	expect(text).toContain("      = 102: round_id 1 (in the files 2)");
	expect(text).toContain(
		"  2 stat lines kept: a published round changes only by a correction (in the console, under Corrections)\n" +
			`      = match 101, player ${star}: kicks 20 (in the files 25)\n      = match 101, player 1013`,
	);
	const preview = await client(previewSeason, { body: { files: withStats, preferFiles: true } });
	expect(preview.summary.join("\n")).toContain("2 stat lines kept: a published round");
});

test("locked players keep clubs and started matches their start", async () => {
	const [match, later] = app.season.listMatchesOfRound(2);
	if (!match || !later) throw new Error("Round 2 has two matches");
	app.clocks.setSeason(match.startsAt + HOUR);
	const locked = app.season.players.find(({ squadId }) => squadId === match.homeSquadId);
	const free = app.season.players.find(({ squadId }) => squadId === later.homeSquadId);
	if (!locked || !free) throw new Error("The squads have players");
	const start = (at: number) => new Date(at).toISOString();
	const newer = editFile("matches.csv", (text) =>
		text
			.replace(`${match.id},2,${match.homeSquadId},${match.awaySquadId},${start(match.startsAt)}`, (row) =>
				row.replace(start(match.startsAt), start(match.startsAt + DAY)),
			)
			.replace(`${later.id},2,${later.homeSquadId},${later.awaySquadId},${start(later.startsAt)}`, (row) =>
				row.replace(start(later.startsAt), start(later.startsAt + HOUR)),
			),
	).map((file) =>
		file.name === "players.csv"
			? {
					...file,
					text: file.text.replace(
						`${locked.id},P,${locked.id},${locked.squadId},`,
						`${locked.id},P,${locked.id},${later.homeSquadId},`,
					),
				}
			: file,
	);
	const { summary } = await client(previewSeason, { body: { files: newer, preferFiles: true } });
	const text = summary.join("\n");
	expect(text).toContain("  2 players kept: the player is locked until the round is complete\n");
	expect(text).toContain(`      = ${locked.id}: squad_id ${locked.squadId} (in the files ${later.homeSquadId})`);
	expect(text).toContain("1 match kept: the match or round has begun");
	expect(text).toContain(`      = ${match.id}: starts_at`);
	expect(text).toContain(`      ~ ${later.id}: starts_at`);
	app.clocks.setSeason(FIRST_BOUNCE + 3 * DAY);
});

test("matches of a published round are not removed", async () => {
	const withoutMatches = editFile("matches.csv", (text) => text.split("\n").slice(0, 1).join("\n"));
	const { summary } = await client(previewSeason, { body: { files: withoutMatches, remove: true, preferFiles: true } });
	const text = summary.join("\n");
	expect(text).toContain("  4 matches removed\n      - 201");
	expect(text).toContain("  2 matches kept: a published round changes only by a correction");
});

test("with `remove` and `preferFiles` the files win where unpublished", async () => {
	const before = await readState();
	const header = "id,first_name,last_name,squad_id,position,birthday,from_round,opening_price\n";
	const body = { files: [...files, { name: "signings.csv" as const, text: header }], remove: true, preferFiles: true };
	const keptPreview = await client(previewSeason, { body: { ...body, preferFiles: false } });
	expect(keptPreview.summary.join("\n")).toContain(
		"1 player kept: added here and in no file (“Remove what the files leave out” with “Prefer the files” removes them)",
	);
	const preview = await client(previewSeason, { body });
	expect(preview.summary).toEqual([
		"Season 1, Small season: already here, the current season",
		"  1 player removed",
		"      - 9001  first_name Nia  last_name Late  squad_id 11  positions MID  from_round 2",
		"  1 opening price removed",
		"      - player 9001, round 2  price 300000",
		"  2 players changed",
		"      ~ 1003: positions DEF,FWD → DEF",
		"      ~ 1013: squad_id 16 → 12",
		"  1 match changed",
		"      ~ 302: round_id 2 → 3, starts_at 2026-09-12T04:00:00.000Z → 2026-09-12T09:00:00.000Z",
		"Dry run: nothing was written.",
	]);
	expect(await readState()).toEqual(before);
	await client(importSeasonFiles, { body: { ...body, reason } });
	expect(await readState()).toMatchObject({
		lines: before.lines,
		standings: before.standings,
		signing: undefined,
		positions: ["DEF"],
		club: 12,
		moved: { roundId: 3 },
	});
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry?.after).toMatchObject({ remove: true, preferFiles: true, players: { changed: 2, removed: 1 } });
});
