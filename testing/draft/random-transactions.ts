import { listChangedTeams } from "@first-bounce/rules/draft/undo-change";
import { listComingRuns } from "@first-bounce/rules/draft/waiver-runs";
import { expect } from "vitest";
import { findRow } from "../../apps/server/db/rows.ts";
import { checkSquads } from "../../apps/server/features/leagues/draft/check-squads.ts";
import { listOwners } from "../../apps/server/features/leagues/draft/queries.ts";
import { checkDraftReceipts } from "../../apps/server/features/leagues/draft/receipts/check-draft-receipts.ts";
import { listChangesSince } from "../../apps/server/features/leagues/draft/squads/transactions.ts";
import { buildUndoableChange } from "../../apps/server/features/leagues/draft/squads/undo.ts";
import { listProposals } from "../../apps/server/features/leagues/draft/squads/undo-queries.ts";
import { listDecidedClaims, listRunRows } from "../../apps/server/features/leagues/draft/waivers/queries.ts";
import { buildSchedule } from "../../apps/server/features/leagues/draft/waivers/waivers.ts";
import { correctStats } from "../../apps/server/features/match-day/corrections/correct-stats.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { Refusal } from "../../apps/server/plugins/refusal.ts";
import { finishRound, saveKicksOfAll, setMatchStatus } from "../season/play-rounds.ts";
import { createSeededRandom, DAY, HOUR } from "../season/small-season.ts";
import type { DraftRoom } from "../server/draft-leagues.ts";
import { runWaiversOf } from "../server/draft-waivers.ts";
import { runTradesOf } from "../server/squad-trades.ts";
import { buildStatLine } from "../stats-providers/test-feed.ts";
import { getPickKey, LeagueModel } from "./league-model.ts";
import { drawAction } from "./random-actions.ts";
import type { RandomAction } from "./random-actor.ts";

/** The settings of a league for random transactions: next season's picks are traded too, and trades have no review. */
export const RANDOM_SETTINGS = {
	protectsBest: false,
	waiverPriority: "budget",
	format: "keeper",
	tradeReview: "none",
	tradeReviewHours: 0,
	tradeDeadline: null,
} as const;

export const countDone = (outcomes: ReadonlyMap<string, number>): number =>
	[...outcomes].reduce((sum, [outcome, count]) => (outcome.endsWith(" done") ? sum + count : sum), 0);

interface Walk {
	readonly room: DraftRoom;
	readonly random: () => number;
	readonly model: LeagueModel;
	/** How often each action had each outcome. */
	readonly outcomes: Map<string, number>;
}

/** Gets "done", or the code of a refusal. */
async function getOutcome(attempt: Promise<void>): Promise<string> {
	try {
		await attempt;
		return "done";
	} catch (error) {
		if (error instanceof Refusal) return error.reasons[0].code;
		throw error;
	}
}

/** Once the season is over, squads stay as they are. A vote on an undo may still go on, without an effect. */
function listAllowedOnceOver({ name, allowed }: RandomAction): readonly string[] {
	if (["undo", "agree"].includes(name)) return [...allowed, "season-complete"];
	const changes = ["injured", "back", "correct"].includes(name);
	return changes ? [...allowed.filter((code) => code !== "done"), "season-complete"] : allowed;
}

/** Sends a random action. Its outcome must be one that the model allows, and is applied to the model if it was done. */
async function sendRandom({ room, random, model, outcomes }: Walk): Promise<void> {
	const action = await drawAction(room, model, random);
	if (!action) return;
	const { name } = action;
	const allowed = model.isOver ? listAllowedOnceOver(action) : action.allowed;
	const code = await getOutcome(action.send());
	if (!allowed.includes(code)) expect({ name, code }).toEqual({ name, allowed });
	outcomes.set(`${name} ${code}`, (outcomes.get(`${name} ${code}`) ?? 0) + 1);
}

/** Holds the next runs and applies the claims that were won, as the league reads them, to the model. */
async function holdRuns({ room: { app, id }, model }: Walk): Promise<void> {
	const { db } = app.database;
	const before = (await listRunRows(db, id, 100)).length;
	expect(await runWaiversOf(app)).toBe(1);
	expect(await runWaiversOf(app)).toBe(0);
	const runs = (await listRunRows(db, id, 100)).toReversed().slice(before);
	const claims = await listDecidedClaims(db, id, 0);
	const won = runs
		.flatMap(({ data }) => data.claimIds)
		.flatMap((claimId) => claims.find((row) => String(row.id) === claimId) ?? [])
		.filter(({ state }) => state === "won");
	for (const { player_id: playerId, drop_player_id: dropId, team_id: toTeamId } of won) {
		expect(model.owners.has(playerId)).toBe(false);
		if (dropId !== null) expect(model.owners.get(dropId)).toBe(toTeamId);
		model.move([...(dropId === null ? [] : [{ playerId: dropId, toTeamId: null }]), { playerId, toTeamId }]);
	}
}

/** Makes the accepted trades that can be made, and learns which were. */
async function makeTrades({ room: { app, id }, model }: Walk): Promise<void> {
	await runTradesOf(app);
	const rows = await app.database.db
		.selectFrom("draft_trades")
		.where("league_id", "=", id)
		.orderBy("change_id")
		.select(["id", "state"])
		.execute();
	for (const { id: tradeId, state } of rows) {
		const trade = model.trades.get(Number(tradeId));
		if (trade?.state !== "accepted" || state === "accepted") continue;
		if (state === "executed") model.makeTrade(trade);
		else model.setTrade({ ...trade, state: "over" });
	}
	await learnChanges({ room: { app, id }, model });
}

/** Learns the entries of the log that the server has made. */
async function learnChanges({ room, model }: Pick<Walk, "model"> & { readonly room: Pick<DraftRoom, "app" | "id"> }) {
	const rows = await listChangesSince(room.app.database.db, room.id, "0");
	model.changes.clear();
	for (const row of rows) {
		const { kind, isUndone, teamId, moves } = buildUndoableChange(row);
		model.changes.set(String(row.id), {
			kind: row.data.proposedMoves ? "proposal" : kind,
			isUndone,
			teamIds: new Set(listChangedTeams({ teamId, moves })),
			trade: model.trades.get(row.data.tradeId ?? 0),
		});
	}
}

/** Injures some players and lets others recover. */
async function changeStatuses({ room: { app }, random }: Walk): Promise<void> {
	const { db } = app.database;
	for (const { id } of app.season.players) {
		const draw = random();
		if (draw < 0.15) await db.updateTable("players").set({ status: "injured" }).where("id", "=", id).execute();
		else if (draw < 0.5) await db.updateTable("players").set({ status: "playing" }).where("id", "=", id).execute();
	}
	await incrementDataVersion(db, app.season.id);
	await app.seasons.refresh();
}

/** Corrects the points of a published round, which changes no squad. */
async function correctRound({ room: { app, id } }: Walk, roundId: number): Promise<void> {
	const owners = await listOwners(app.database.db, id);
	const [match] = app.season.listMatchesOfRound(roundId);
	const player = app.season.players.find(({ squadId }) => squadId === match?.homeSquadId);
	const lines = [{ playerId: player?.id ?? 0, stats: buildStatLine({ K: 40, TOG: 80 }) }];
	await correctStats(app.database, { matchId: match?.id ?? 0, lines }, { actor: "operator:1", reason: "Recounted" });
	await app.seasons.refresh();
	await app.standings.refresh();
	expect(await listOwners(app.database.db, id)).toEqual(owners);
}

/** Moves the clock to the next run, bounce or publication, and does what is due then. */
async function advance(walk: Walk): Promise<void> {
	const { room, model, random } = walk;
	const { app, id } = room;
	await changeStatuses(walk);
	const season = app.seasons.current();
	const round = season.rounds.find(({ status }) => status !== "complete");
	if (!round) return;
	const draft = await app.database.db
		.selectFrom("drafts")
		.where("league_id", "=", id)
		.selectAll()
		.executeTakeFirstOrThrow();
	const runs = (await listRunRows(app.database.db, id, 100)).map(({ round_id: roundId, run }) => ({ roundId, run }));
	const schedule = { startRoundId: 1, draftedAt: draft.completed_season_at, timeZone: draft.time_zone };
	const [run] = listComingRuns(buildSchedule(season, schedule), runs);
	const matches = app.season.listMatchesOfRound(round.id);
	const next = matches.find((match) =>
		round.matches.some((known) => known.id === match.id && known.status === "scheduled"),
	);
	if (run) {
		app.clocks.setSeason(run.dueAt + HOUR);
		await holdRuns(walk);
	} else if (next) {
		app.clocks.setSeason(next.startsAt + HOUR);
		await setMatchStatus(app, [next], "playing");
	} else {
		for (const match of matches) await saveKicksOfAll(app, match, () => Math.floor(random() * 25));
		app.clocks.setSeason(Math.max(...matches.map(({ startsAt }) => startsAt)) + DAY);
		await setMatchStatus(app, matches, "complete");
		await finishRound(app, round.id);
		await correctRound(walk, round.id);
	}
	model.isOver = app.seasons.current().rounds.every(({ status }) => status === "complete");
	await makeTrades(walk);
}

async function loadModel({ app, id, teamIds }: DraftRoom): Promise<LeagueModel> {
	const model = new LeagueModel();
	for (const { playerId, teamId } of await listOwners(app.database.db, id)) model.owners.set(playerId, teamId);
	const picks = await app.database.db.selectFrom("future_picks").where("league_id", "=", id).selectAll().execute();
	for (const { round, original_team_id: originalTeamId, team_id } of picks)
		model.picks.set(getPickKey({ round, originalTeamId }), team_id);
	expect(model.picks.size).toBe(teamIds.length * 4);
	return model;
}

const sort = (entries: Iterable<readonly [string | number, number]>) =>
	[...entries].map(([key, value]) => `${key} ${value}`).toSorted();

const sortVotes = (proposals: readonly (readonly [string, Iterable<number>])[]) =>
	proposals.map(([id, teamIds]) => `${id}: ${[...teamIds].toSorted().join(" ")}`).toSorted();

/** Checks that the model, the log, squads, line-ups, receipts, budgets, picks, claims and proposals agree. */
async function checkInvariants({ room, model }: Walk): Promise<void> {
	const { db } = room.app.database;
	expect((await checkSquads(db)).findings).toEqual([]);
	await checkDraftReceipts({ db }, null, (finding) => expect(finding).toBeNull());
	const owners = await listOwners(db, room.id);
	expect(sort(owners.map(({ playerId, teamId }) => [playerId, teamId] as const))).toEqual(sort(model.owners));
	const seats = await db.selectFrom("draft_seats").where("league_id", "=", room.id).selectAll().execute();
	const injured = seats.flatMap(({ team_id, injured_player_id }) =>
		injured_player_id === null ? [] : [[team_id, injured_player_id] as const],
	);
	expect(sort(injured)).toEqual(sort(model.injured));
	const picks = await db.selectFrom("future_picks").where("league_id", "=", room.id).selectAll().execute();
	expect(
		sort(
			picks.map(
				(pick) => [getPickKey({ round: pick.round, originalTeamId: pick.original_team_id }), pick.team_id] as const,
			),
		),
	).toEqual(sort(model.picks));
	const proposals = await listProposals(db, room.id);
	expect(sortVotes(proposals.map(({ change_id, team_ids }) => [String(change_id), team_ids]))).toEqual(
		sortVotes([...model.proposals].map(([id, { agreed }]) => [id, agreed])),
	);
	const row = await findRow(db)<{ late: number; spent: number }>`
		SELECT (SELECT count(*)::int FROM waiver_claims c JOIN waiver_runs r ON r.league_id = c.league_id
				WHERE c.state = 'pending' AND c.created_at < r.ran_at) AS late,
			(SELECT coalesce(sum((data ->> 'bid')::int), 0)::int FROM squad_changes
				WHERE kind = 'waivers' AND undone_by IS NULL AND league_id = ${room.id}) AS spent`;
	expect(row?.late).toBe(0);
	expect((row?.spent ?? 0) + seats.reduce((sum, { budget }) => sum + budget, 0)).toBe(400);
	expect(seats.map(({ waiver_rank }) => waiver_rank).toSorted()).toEqual([1, 2, 3, 4]);
}

/**
 * Sends random transactions to a drafted keeper league with budgets until as many were sent, lets the clock move on after
 * a number of them, and checks after each step that everything agrees. Returns how often each action had each outcome.
 */
export async function sendRandomTransactions(
	room: DraftRoom,
	{ seed, count, perStep }: { readonly seed: number; readonly count: number; readonly perStep: number },
): Promise<ReadonlyMap<string, number>> {
	const walk: Walk = { room, random: createSeededRandom(seed), model: await loadModel(room), outcomes: new Map() };
	for (let sent = 0; sent < count; sent++) {
		room.app.clocks.setWall(room.app.clocks.wallNow() + 1_000);
		await sendRandom(walk);
		if ((sent + 1) % perStep !== 0) continue;
		await checkInvariants(walk);
		await advance(walk);
		await checkInvariants(walk);
	}
	return walk.outcomes;
}
