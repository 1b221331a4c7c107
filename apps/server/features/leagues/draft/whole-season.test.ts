import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import { confirmReturn, saveKeepers, showKeepers } from "@first-bounce/contract/draft/keepers";
import { bringBackFromInjury, putInInjuredPlace } from "@first-bounce/contract/draft/squads";
import { acceptTrade, offerTrade } from "@first-bounce/contract/draft/trades";
import { showMyLeagues } from "@first-bounce/contract/leagues/league";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	claimBeforeRound,
	createApp2023,
	createDraftedLeague,
	type DraftManager,
	finishDrafts,
	playRound2023,
} from "../../../../../testing/season/draft-season.ts";
import { createNextSeasonFolder2023, NEXT_ID } from "../../../../../testing/season/next-season-folder.ts";
import type { Season2023 } from "../../../../../testing/season/season-2023.ts";
import type { WrittenFolder } from "../../../../../testing/season/season-folder.ts";
import { getOutcome } from "../../../../../testing/server/draft-leagues.ts";
import type { TestApp } from "../../../../../testing/server/test-app.ts";
import { listRows } from "../../../db/rows.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { startNextSeason } from "../../seasons/import/next-season.ts";
import { listUnmatchedPlayers, savePersonMatch } from "../../seasons/rollover/person-match-queries.ts";
import { checkSquads } from "./check-squads.ts";
import { createContinueLeagues } from "./keepers/continue-league.ts";
import { checkDraftReceipts } from "./receipts/check-draft-receipts.ts";

const LAST_ROUND = 10;
const TEAMS = 8;
const NEXT_BOUNCE = Date.parse("2027-08-28T09:15:00Z");
const DAY = 86_400_000;

let app: TestApp;
let season: Season2023;
let folder: WrittenFolder;
let id: number;
let managers: readonly DraftManager[];

beforeAll(async () => {
	({ app, season } = await createApp2023());
	const draft = { format: "keeper", protectsBest: false, tradeReview: "none", tradeReviewHours: 0 } as const;
	const created = await createDraftedLeague(app, {
		name: "Eight",
		managerCount: 4,
		size: TEAMS,
		finalsSeries: true,
		draft,
	});
	id = created.league.id;
	managers = created.managers;
	await finishDrafts(app);
});
afterAll(async () => {
	await app.close();
	folder.discard();
});

const getManager = (place: number): DraftManager => {
	const manager = managers[place];
	if (!manager) throw new Error(`There is no manager ${place}`);
	return manager;
};
async function listSquad({
	client,
	user,
}: DraftManager): Promise<{ readonly teamId: number; readonly playerIds: number[] }> {
	const { teams } = await client(showDraftTeams, { params: { id } });
	const team = teams.find(({ owner }) => owner?.userId === user.id);
	if (!team) throw new Error("The manager has no team");
	return team;
}
const getPositions = (playerId: number) => app.seasons.current().players.get(playerId)?.position.join();

async function setStatus(playerId: number, status: "injured" | "playing"): Promise<void> {
	const { db } = app.database;
	await db.updateTable("players").set({ status }).where("id", "=", playerId).execute();
	await incrementDataVersion(db, 2023);
	await app.seasons.refresh();
}

/** Trades two players of the same positions between two managers, in every second round with a pick of the next draft. */
async function trade(from: DraftManager, to: DraftManager, roundId: number): Promise<string> {
	const [own, other] = [await listSquad(from), await listSquad(to)];
	const params = { id };
	const given = own.playerIds.find((playerId) =>
		other.playerIds.some((wanted) => getPositions(wanted) === getPositions(playerId)),
	);
	const wanted = other.playerIds.find((playerId) => getPositions(playerId) === getPositions(given ?? 0));
	const body = {
		toTeamId: other.teamId,
		playerIds: [given ?? 0],
		picks: roundId % 2 === 0 ? [{ round: roundId, originalTeamId: own.teamId }] : [],
		wantedIds: [wanted ?? 0],
		message: "",
	};
	return getOutcome(
		from
			.client(offerTrade, { params, body })
			.then(({ trade: { id: tradeId } }) => to.client(acceptTrade, { params, body: { tradeId } })),
	);
}

/** Puts a player of a squad in the injured place, whose team claims another one in her place. */
async function injure({ client, user }: DraftManager): Promise<number> {
	const { playerIds } = await listSquad({ client, user } as DraftManager);
	const playerId = playerIds[3] ?? 0;
	await setStatus(playerId, "injured");
	await client(putInInjuredPlace, { params: { id }, body: { playerId } });
	return playerId;
}

/** Brings a player back who is fit again, for the one who came last. */
async function bringBack(manager: DraftManager, playerId: number): Promise<void> {
	await setStatus(playerId, "playing");
	const { playerIds } = await listSquad(manager);
	// A claim may have dropped her.
	if (!playerIds.includes(playerId)) return;
	const dropId =
		playerIds.findLast((other) => other !== playerId && getPositions(other) === getPositions(playerId)) ?? null;
	await manager.client(bringBackFromInjury, { params: { id }, body: { dropId } });
}

async function expectNoFindings(): Promise<number> {
	const { db } = app.database;
	expect(await checkSquads(db)).toEqual({ teams: TEAMS, findings: [] });
	const findings: unknown[] = [];
	const { receipts } = await checkDraftReceipts({ db }, null, (finding) => findings.push(finding));
	expect(findings).toEqual([]);
	return receipts;
}

test("a keeper league plays 2023 with claims, trades, injuries and finals [D2.9.568]", async () => {
	const outcomes: string[] = [];
	await playRound2023(app, season, 1);
	for (let roundId = 2; roundId <= LAST_ROUND; roundId++) {
		const injured = roundId < LAST_ROUND ? await injure(getManager(2)) : null;
		await claimBeforeRound(app, [{ id, managers }]);
		outcomes.push(await trade(getManager(0), getManager(1), roundId));
		await playRound2023(app, season, roundId);
		if (injured !== null) await bringBack(getManager(2), injured);
	}
	// Trades close with the first match of round 8.
	expect(outcomes).toEqual([...Array(7).fill("done"), ...Array(2).fill("draft-trade-deadline")]);
	const { db } = app.database;
	const rows = await listRows(db)<{ kind: string; count: number }>`
		SELECT kind, count(*)::int AS count FROM squad_changes GROUP BY kind ORDER BY kind`;
	expect(rows.map(({ kind }) => kind)).toEqual(["back", "injured", "trade", "waivers"]);
	const runs = await db.selectFrom("waiver_runs").select("run").execute();
	expect(runs.length).toBeGreaterThan(LAST_ROUND);
	const pending = await db.selectFrom("waiver_claims").where("state", "=", "pending").select("id").execute();
	expect(pending).toEqual([]);
	const { client } = getManager(0);
	const { matchUps } = await client(showMatchUps, { body: { leagueId: id, roundId: LAST_ROUND } });
	const { winnerTeamId } = await client(showLeagueLadder, { query: { leagueId: id, roundId: 0 } });
	const [final] = matchUps;
	expect(final?.isGrandFinal).toBe(true);
	expect([final?.home.teamId, final?.away.teamId]).toContain(winnerTeamId);
	expect(await expectNoFindings()).toBeGreaterThan(60);
}, 600_000);

test("its squads and traded picks go on in the next season [D2.9.568]", async () => {
	const { db } = app.database;
	const formerId = id;
	const squads = await Promise.all(managers.map(listSquad));
	folder = await createNextSeasonFolder2023(db);
	await startNextSeason(db, folder.path, {
		audit: { actor: "command line", reason: "the year is over" },
		continueLeagues: createContinueLeagues(app),
	});
	await app.seasons.refresh();
	await app.standings.refresh();
	// The list of 2023 has a player without a birthday. If a team owns her, the operator says who she is.
	for (const { previousPlayerId } of await listUnmatchedPlayers(db, 2027)) {
		const decision = { playerId: previousPlayerId + NEXT_ID, decidedAt: new Date(app.clocks.wallNow()) };
		await savePersonMatch(db, 2027, previousPlayerId, decision);
	}
	app.clocks.setSeason(NEXT_BOUNCE - 10 * DAY);
	const { leagues } = await getManager(0).client(showMyLeagues, { query: {} });
	id = leagues.find(({ name }) => name === "Eight")?.id ?? 0;
	expect(id).not.toBe(formerId);
	const params = { id };
	for (const [place, manager] of managers.entries()) {
		await manager.client(confirmReturn, { params });
		const { teams } = await manager.client(showKeepers, { params });
		const players = teams.find((team) => team.manager?.userId === manager.user.id)?.players ?? [];
		expect(players).toHaveLength(squads[place]?.playerIds.length ?? 0);
		const keepable = players.filter(({ problem }) => problem === null).slice(0, 2);
		await manager.client(saveKeepers, {
			params,
			body: { playerIds: keepable.flatMap(({ playerId }) => playerId ?? []) },
		});
	}
	await getManager(0).client(setDraftOrder, { params, body: { method: "last-ladder" } });
	await getManager(0).client(startDraft, { params });
	await finishDrafts(app);
	const rows = await listRows(db)<{ kept: number; drafted: number; traded: number }>`
		SELECT count(*) FILTER (WHERE made_by = 'keeper')::int AS kept, count(*) FILTER (WHERE made_by <> 'keeper')::int AS drafted,
			count(*) FILTER (WHERE team_id <> original_team_id)::int AS traded
		FROM draft_picks WHERE league_id = ${id}`;
	// Four picks were traded, and who got them gives its last four away.
	expect(rows).toMatchObject([{ traded: 8 }]);
	expect(rows[0]?.kept).toBeGreaterThanOrEqual(8);
	await claimBeforeRound(app, [{ id, managers }]);
	expect(await db.selectFrom("waiver_runs").where("league_id", "=", id).select("run").execute()).not.toEqual([]);
	await expectNoFindings();
}, 600_000);
