import { listAudit } from "@first-bounce/contract/operator/audit";
import { changePlayer } from "@first-bounce/contract/operator/players";
import {
	acceptSeasonChanges,
	listSeasonChanges,
	refuseSeasonChanges,
	type SeasonChange,
} from "@first-bounce/contract/operator/season/season-changes";
import {
	showSeasonFetch,
	showSeasonFetchFiles,
	startSeasonFetch,
} from "@first-bounce/contract/operator/season/season-fetch";
import { importSeasonFiles } from "@first-bounce/contract/operator/season/season-import";
import { listSeasonImports, undoSeasonImport } from "@first-bounce/contract/operator/season/season-undo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SeasonApiServer, startSeasonApi } from "../../../../../testing/season/fetched-season.ts";
import { HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";

const reason = "the provider has changed it";
const FIRST_MATCH = Date.parse("2027-08-27T00:00:00Z");
let server: SeasonApiServer;
let app: TestApp;
let client: Client;

async function fetchSeason(): Promise<void> {
	const body = { season: 2027, competition: 3, rules: "official" as const, refresh: true, decisions: [], reason };
	await client(startSeasonFetch, { body });
	await waitFor(async () => expect((await client(showSeasonFetch, {})).fetch?.state).toBe("done"));
}

beforeAll(async () => {
	server = await startSeasonApi({ rounds: 2 });
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, seasonFetch: server.settings } });
	({ client } = await createTestOperator(app));
	await fetchSeason();
	const { files } = await client(showSeasonFetchFiles, { params: { id: 2027 } });
	await client(importSeasonFiles, { body: { files, reason } });
	await app.database.pool.query(
		"UPDATE seasons SET is_current = (id = 2027) WHERE id <> 0 AND NOT is_current OR id = 1",
	);
	await app.seasons.refresh();
	app.clocks.setSeason(FIRST_MATCH - 24 * HOUR);
});
afterAll(async () => {
	await app.close();
	await server.close();
});

const listChanges = () => client(listSeasonChanges, {});
const selectChanges = (changes: readonly SeasonChange[]) => changes.map(({ key, version }) => ({ key, version }));
const accept = (changes: readonly SeasonChange[]) =>
	client(acceptSeasonChanges, { body: { changes: selectChanges(changes), reason } });
const findSquad = (teamId: number) => {
	const squad = server.season.squads.get(teamId);
	if (!squad) throw new Error(`There is no club ${teamId}`);
	return squad;
};
const findPlayer = (providerId: string) =>
	[...app.seasons.current().players.values()].find((player) => player.providerId === providerId);
const findMatches = (round: number) => server.season.matchesByRound.get(round) ?? [];

test("the provider's changes since the import are listed with effects (D2.9.54)", async () => {
	expect(await listChanges()).toMatchObject({ season: 2027, changes: [], finals: [] });
	const [mover, changer, template] = findSquad(20);
	if (!mover || !changer || !template) throw new Error("The club has no players");
	findSquad(20).splice(0, 1);
	findSquad(21).push({ ...mover, jumperNumber: 60 });
	changer.position = changer.position === "RUCK" ? "MIDFIELDER" : "RUCK";
	findSquad(22).push({
		player: { ...template.player, id: 49_999, providerId: "CD_I1999999", firstName: "Nia", surname: "Late" },
		jumperNumber: 61,
		position: "MIDFIELDER",
	});
	const renamed = findSquad(23)[0]?.player;
	if (!renamed) throw new Error("The club has no players");
	const previousName = `${renamed.firstName} ${renamed.surname}`;
	renamed.surname = "Wed";
	const { providerId: club, name: clubName } = findMatches(1)[0]?.home.team ?? { providerId: "", name: "" };
	for (const match of [...findMatches(1), ...findMatches(2)])
		for (const { team } of [match.home, match.away]) if (team.providerId === club) team.name = "Narrm";
	const [moved] = findMatches(2);
	const [templateMatch] = findMatches(1);
	if (!moved || !templateMatch || !moved.venue) throw new Error("The rounds have no matches");
	const before = moved.utcStartTime ?? "";
	moved.utcStartTime = new Date(Date.parse(before.replace("+0000", "Z")) - 2 * HOUR)
		.toISOString()
		.replace("Z", "+0000");
	const addRound = (number: number, name: string) => {
		server.season.rounds.push({ id: 1_100 + number, providerId: `CD_R2027264${number}`, name, roundNumber: number });
		const utcStartTime = new Date(FIRST_MATCH + number * 7 * 24 * HOUR).toISOString().replace("Z", "+0000");
		server.season.matchesByRound.set(number, [
			{ ...templateMatch, id: 9_000 + number, providerId: `CD_M9${number}`, utcStartTime },
		]);
	};
	const { home } = findMatches(2)[1] ?? moved;
	findMatches(2).push({ ...moved, id: 9_100, providerId: "CD_M9100", home });
	addRound(3, "Round 3");
	addRound(4, "Grand Final");
	await fetchSeason();

	const { changes, finals } = await listChanges();
	expect(finals).toEqual([{ name: "Grand Final", matches: 1 }]);
	expect(changes.map(({ kind }) => kind).sort()).toEqual([
		"club-move",
		"club-name",
		"match-added",
		"match-moved",
		"player-details",
		"position",
		"round-added",
		"signing",
	]);
	const findChange = (kind: SeasonChange["kind"]) => changes.find((change) => change.kind === kind);
	const formatName = (player: typeof mover.player) => `${player.firstName} ${player.surname}`;
	expect(findChange("club-move")).toMatchObject({
		name: formatName(mover.player),
		teams: 0,
		block: null,
		isConflict: false,
	});
	expect(findChange("position")).toMatchObject({ name: formatName(changer.player), fromRound: 1, teams: 0 });
	expect(findChange("signing")).toMatchObject({ name: "Nia Late", fromRound: 1 });
	expect(findChange("club-name")).toMatchObject({
		name: clubName,
		fields: [{ column: "name", here: clubName, file: "Narrm" }],
	});
	expect(findChange("round-added")).toMatchObject({ name: "3", matches: 1 });
	expect(findChange("player-details")).toMatchObject({ name: previousName, fields: [{ file: "Wed" }] });
	expect(findChange("match-added")?.key).toBe("matches:9100");
	expect(findChange("match-moved")?.fields).toEqual([
		{
			column: "starts_at",
			here: new Date(before.replace("+0000", "Z")).toISOString(),
			file: new Date(moved.utcStartTime.replace("+0000", "Z")).toISOString(),
		},
	]);
});

test("a refused change stays refused until the provider has another value (D2.9.55)", async () => {
	const [change] = (await listChanges()).changes.filter(({ kind }) => kind === "position");
	if (!change) throw new Error("There is no position change");
	await client(refuseSeasonChanges, { body: { changes: selectChanges([change]), reason } });
	const isRefused = async () => (await listChanges()).changes.find(({ key }) => key === change.key)?.isRefused;
	expect(await isRefused()).toBe(true);
	await fetchSeason();
	expect(await isRefused()).toBe(true);
	const changer = findSquad(20)[0];
	if (!changer) throw new Error("The club has no players");
	changer.position = changer.position === "RUCK" ? "RUCK_FORWARD" : "MIDFIELDER_FORWARD";
	await fetchSeason();
	expect(await isRefused()).toBe(false);
	// The version that was shown before is out of date.
	expect((await getApiFailure(accept([change]))).code).toBe("season-changes-outdated");
});

test("changes are accepted and undone, and conflicts are marked (D2.9.54, D2.9.55)", async () => {
	const [signing] = (await listChanges()).changes.filter(({ kind }) => kind === "signing");
	if (!signing) throw new Error("There is no signing");
	const after = await accept([signing]);
	expect(after.changes.map(({ kind }) => kind)).not.toContain("signing");
	expect(findPlayer("CD_I1999999")).toMatchObject({ name: "Nia Late", fromRound: 1 });
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({ action: "season-changes-accepted", subject: "season:2027", reason });
	const [newest] = (await client(listSeasonImports, {})).imports;
	expect(newest).toMatchObject({ source: "fetch", added: 1, changed: 0 });
	await client(undoSeasonImport, { params: { id: newest?.id ?? 0 }, body: { reason } });
	expect(findPlayer("CD_I1999999")).toBeUndefined();

	const [move] = (await listChanges()).changes.filter(({ kind }) => kind === "club-move");
	const id = Number(move?.key.split(":")[1]);
	const clubs = [move?.fields[0]?.here, move?.fields[0]?.file];
	const other = app.seasons.current().squads.find(({ abbreviation }) => !clubs.includes(abbreviation))?.id ?? 0;
	await client(changePlayer, { params: { id }, body: { reason, squadId: other } });
	const { changes } = await listChanges();
	expect(changes.find(({ key }) => key === move?.key)?.isConflict).toBe(true);
	const done = await accept(changes);
	expect(done.changes).toEqual([]);
	const season = app.seasons.current();
	expect(season.rules.lastRound).toBe(3);
	expect(season.rounds.map(({ id: round, matches }) => [round, matches.length])).toEqual([
		[1, 9],
		[2, 10],
		[3, 1],
	]);
	expect(season.squads.map(({ name }) => name)).toContain("Narrm");
	expect(findPlayer("CD_I1999999")?.cost).toBeGreaterThan(0);
	await fetchSeason();
	expect((await listChanges()).changes).toEqual([]);
});

test("once a round has begun, moves and positions wait (D2.9.56)", async () => {
	const [match] = findMatches(1);
	if (!match) throw new Error("Round 1 has no matches");
	app.clocks.setSeason(Date.parse((match.utcStartTime ?? "").replace("+0000", "Z")) + HOUR);
	const { squads } = server.season;
	const teamId = match.home.team.id;
	const [mover, changer] = squads.get(teamId) ?? [];
	if (!mover || !changer) throw new Error("The club has no players");
	squads.get(teamId)?.splice(0, 1);
	const target = [...squads.keys()].find((id) => id !== teamId) ?? 0;
	squads.get(target)?.push({ ...mover, jumperNumber: 70 });
	changer.position = changer.position === "RUCK" ? "MIDFIELDER" : "RUCK";
	match.utcStartTime = new Date(Date.parse((match.utcStartTime ?? "").replace("+0000", "Z")) + 4 * HOUR)
		.toISOString()
		.replace("Z", "+0000");
	await fetchSeason();
	const { changes } = await listChanges();
	const blocks = Object.fromEntries(changes.map(({ kind, block }) => [kind, block]));
	expect(blocks).toEqual({ "club-move": "locked", position: null, "match-moved": "begun" });
	const position = changes.find(({ kind }) => kind === "position");
	expect(position?.fromRound).toBe(2);
	expect((await getApiFailure(accept(changes))).code).toBe("season-changes-outdated");
	const before = findPlayer(changer.player.providerId)?.position;
	await accept(changes.filter(({ kind }) => kind === "position"));
	expect(findPlayer(changer.player.providerId)?.position).toEqual(before);
	await app.database.pool.query(
		"UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 2027 AND id = 1",
	);
	await reloadSeason();
	expect(findPlayer(changer.player.providerId)?.position).not.toEqual(before);
});

test("accepted positions count from a chosen round, and can be undone (D2.9.57)", async () => {
	const [, renamed, changer] = findSquad(24);
	if (!renamed || !changer) throw new Error("The club has no players");
	renamed.player.firstName = "Renamed";
	changer.position = changer.position === "RUCK" ? "MIDFIELDER" : "RUCK";
	await fetchSeason();
	const { changes } = await listChanges();
	const position = changes.find(({ kind }) => kind === "position");
	const details = changes.find(({ kind }) => kind === "player-details");
	if (!position || !details) throw new Error("The changes are not listed");
	const acceptFromRound = (change: SeasonChange, fromRound: number) =>
		client(acceptSeasonChanges, {
			body: { changes: [{ key: change.key, version: change.version, fromRound }], reason },
		});
	expect((await getApiFailure(acceptFromRound(position, 1))).code).toBe("round-started");
	expect((await getApiFailure(acceptFromRound(position, 9))).code).toBe("round-unknown");
	expect((await getApiFailure(acceptFromRound(details, 3))).code).toBe("season-change-from-round");
	const getPosition = () => findPlayer(changer.player.providerId)?.position;
	const before = getPosition();
	const completeRound = async (id: number) => {
		await app.database.pool.query(
			`UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 2027 AND id = ${id}`,
		);
		await reloadSeason();
	};
	await acceptFromRound(position, 3);
	expect(getPosition()).toEqual(before);
	await completeRound(2);
	expect(getPosition()).not.toEqual(before);
	const [newest] = (await client(listSeasonImports, {})).imports;
	await client(undoSeasonImport, { params: { id: newest?.id ?? 0 }, body: { reason } });
	expect(getPosition()).toEqual(before);
});

test("a fetch whose files have problems is no missing one", async () => {
	await app.database.pool.query(
		`UPDATE season_fetches SET result = jsonb_set(result, '{files}',
			(SELECT jsonb_agg(f || '{"text": ""}') FROM jsonb_array_elements(result -> 'files') f))`,
	);
	expect(await listChanges()).toEqual({ season: 2027, fetchedAt: null, hasProblems: true, changes: [], finals: [] });
	await app.database.pool.query("DELETE FROM season_fetches");
	expect(await listChanges()).toMatchObject({ fetchedAt: null, hasProblems: false });
});

/** Changes a player, because every change loads the season again. */
async function reloadSeason(): Promise<void> {
	const id = [...app.seasons.current().players.keys()].at(-1) ?? 0;
	await client(changePlayer, { params: { id }, body: { reason, firstName: "Again" } });
}
