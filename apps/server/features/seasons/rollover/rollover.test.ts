import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { addFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { changeSeason } from "../../operator/season/change-season.ts";
import { importSeason } from "../import/import-season.ts";
import { beginSeason, closeSeason } from "./rollover.ts";

const auditContext: AuditContext = { actor: "command line", reason: "the year is over" };
const nextFolder = createSeasonFolder();
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(async () => {
	await app.close();
	nextFolder.discard();
});

/** Trades a player for another of the same line who costs no more. */
async function makeTrade({ client, team }: LeagueManager) {
	const { players } = app.seasons.current();
	const [pair] = team.slots.flatMap((playerOutId) => {
		const out = players.get(playerOutId);
		const [line, ...others] = out?.position ?? [];
		if (!out || !line || others.length > 0) return [];
		const into = [...players.values()].find(
			({ id, cost, position }) => !team.slots.includes(id) && cost <= out.cost && position.includes(line),
		);
		return into ? [{ playerInId: into.id, playerOutId }] : [];
	});
	if (!pair) throw new Error("no player can be traded");
	await client(submitTrades, { body: { tradePairs: [pair] } });
	return pair;
}

test("beginning the next season creates empty teams and keeps results", async () => {
	const managers = await createLeagueManagers(app, 2);
	const [manager] = managers;
	if (!manager) throw new Error("no manager");
	await createLeagueWith(managers);
	await manager.client(addFavourite, { body: { playerId: 1001 } });
	await finishRound(app, 1);
	const pair = await makeTrade(manager);

	const beforeImport = beginSeason(app.database.db, 7, auditContext);
	await expect(beforeImport).rejects.toThrow("season-unknown");
	expect((await importSeason(app.database.db, nextFolder.path)).outcome?.isCurrent).toBe(false);
	await expect(beginSeason(app.database.db, 7, auditContext)).rejects.toThrow("season-not-over");
	expect(app.seasons.current().seasonId).toBe(1);

	for (const round of [2, 3]) await finishRound(app, round);
	expect(await beginSeason(app.database.db, 7, auditContext)).toMatchObject({ current: 7, teams: 2 });
	expect((await app.seasons.refresh()).seasonId).toBe(7);
	expect((await beginSeason(app.database.db, 7, auditContext)).teams).toBe(0);

	const { team } = await manager.client(showMyTeam, {});
	expect(team).toMatchObject({ isComplete: false, points: 0, teamName: expect.stringMatching(/^Team /) });
	expect((await manager.client(showFavourites, {})).favouritePlayers).toEqual([]);
	const { leagues } = await manager.client(showRecoverableLeagues, {});
	expect(leagues.map(({ name }) => name)).toEqual(["The Wednesday Club"]);

	const data = await manager.client(exportOwnData, {});
	const old = data.teams.find(({ season_id }) => season_id === 1);
	expect(old).toMatchObject({ season: "Small season", rounds: [{ round_id: 1 }, { round_id: 2 }, { round_id: 3 }] });
	expect(old?.line_ups).toHaveLength(2);
	expect(old?.trades).toMatchObject([{ player_in_id: pair.playerInId, player_out_id: pair.playerOutId }]);
	expect(data.favouritePlayers).toMatchObject([{ season_id: 1, player_id: 1001 }]);
	expect(data.leagues).toMatchObject([{ name: "The Wednesday Club", season_id: 1 }]);

	const { rows } = await app.database.pool.query(
		"SELECT action, reason FROM audit WHERE action LIKE 'season-%' ORDER BY id",
	);
	expect(rows.slice(0, 2)).toEqual([
		{ action: "season-closed", reason: "the year is over" },
		{ action: "season-begun", reason: "the year is over" },
	]);
});

test("a closed season is read-only and cannot begin again", async () => {
	const { problems } = await importSeason(app.database.db, nextFolder.path);
	expect(problems).toEqual([]);
	await expect(beginSeason(app.database.db, 1, auditContext)).rejects.toThrow("season-is-closed");
	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 7");
	expect(await closeSeason(app.database.db, auditContext)).toBe(7);
	expect(await app.seasons.refresh()).toMatchObject({ seasonId: 7, isArchived: true });
	const again = await importSeason(app.database.db, nextFolder.path);
	expect(again.problems[0]?.message).toContain("closed and read-only");
	const { rows } = await app.database.pool.query("SELECT user_id FROM teams LIMIT 1");
	const client = app.as(await app.getToken(rows[0].user_id));
	expect((await client(showMyTeam, {})).team).toMatchObject({ isComplete: false });
	const { code } = await getApiFailure(client(addFavourite, { body: { playerId: 1 } }));
	expect(code).toBe("season-is-closed");
	const entry = { action: "tried", subject: "season:7", before: null, after: null };
	const change = changeSeason({ db: app.database.db, seasons: app.seasons }, auditContext, async () => ({
		result: null,
		entry,
	}));
	await expect(change).rejects.toThrow("season-is-closed");
});
