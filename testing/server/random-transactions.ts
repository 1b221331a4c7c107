import { listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { expect } from "vitest";
import { checkSquads } from "../../apps/server/features/leagues/draft/check-squads.ts";
import { addFreeAgent, dropPlayer } from "../../apps/server/features/leagues/draft/squads/free-agency.ts";
import { saveClaims } from "../../apps/server/features/leagues/draft/waivers/claims.ts";
import { Refusal } from "../../apps/server/plugins/refusal.ts";
import { finishRound, setMatchStatus } from "../season/play-rounds.ts";
import { createSeededRandom, DAY, HOUR } from "../season/small-season.ts";
import type { DraftRoom } from "./draft-leagues.ts";
import { runWaiversOf } from "./draft-waivers.ts";
import type { LeagueManager } from "./league-managers.ts";

/** What a random transaction may end with. Anything else, such as a server error, fails the test. */
const ALLOWED = new Set([
	"done",
	"claim-dropped-by-you",
	"claim-taken-back-by-you",
	"claim-drop-not-owned",
	"claim-over-budget",
	"claim-player-taken",
	"claim-position-full",
	"claim-repeated",
	"claim-squad-full",
	"locked",
	"player-on-waivers",
	"player-owned",
	"season-complete",
	"squad-full",
	"squad-lineup-locked",
	"squad-player-moved",
	"squad-position-full",
]);

/** The model: who owns whom, by what managers were told, beside the log of moves in the database. */
type Owners = Map<PlayerId, TeamId>;

interface Walk {
	readonly room: DraftRoom;
	readonly random: () => number;
	readonly owners: Owners;
	readonly outcomes: Map<string, number>;
}

const pickFrom = <Item>(random: () => number, items: readonly Item[]): Item | undefined =>
	items[Math.floor(random() * items.length)];

const getTeamId = ({ managers, teamIds }: DraftRoom, manager: LeagueManager): TeamId =>
	teamIds[managers.indexOf(manager)] ?? 0;

async function loadOwners({ app, id }: DraftRoom): Promise<Owners> {
	const { rows } = await sql<{ player_id: number; to_team_id: number | null }>`
		SELECT player_id, to_team_id FROM player_moves WHERE league_id = ${id} ORDER BY id`.execute(app.database.db);
	const owners: Owners = new Map();
	for (const { player_id, to_team_id } of rows) {
		if (to_team_id === null) owners.delete(player_id);
		else owners.set(player_id, to_team_id);
	}
	return owners;
}

/** Gets "done", or the code of a refusal. */
async function getOutcome(attempt: Promise<unknown>): Promise<string> {
	try {
		await attempt;
		return "done";
	} catch (error) {
		if (error instanceof Refusal) return error.reasons[0].code;
		throw error;
	}
}

/** Sends one random addition, drop or list of claims, and applies it to the model if it was accepted. */
async function sendRandom({ room, random, owners, outcomes }: Walk): Promise<void> {
	const manager = pickFrom(random, room.managers);
	const player = pickFrom(random, room.app.season.players)?.id ?? 0;
	if (!manager) return;
	const teamId = getTeamId(room, manager);
	const squad = [...owners].filter(([, owner]) => owner === teamId).map(([id]) => id);
	const { database, seasons, clocks } = room.app;
	const services = { db: database.db, seasons, clocks };
	const { userId } = manager;
	const dropId = random() < 0.85 ? (pickFrom(random, squad) ?? null) : null;
	const kind = random();
	const count = (outcome: string) => {
		expect(ALLOWED).toContain(outcome);
		outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
		return outcome;
	};
	if (kind < 0.45) {
		const added = count(await getOutcome(addFreeAgent(services, userId, room.id, { playerId: player, dropId })));
		if (added !== "done") return;
		if (dropId !== null) owners.delete(dropId);
		expect(owners.has(player)).toBe(false);
		owners.set(player, teamId);
		return;
	}
	if (kind < 0.55) {
		const own = random() < 0.8 ? (dropId ?? player) : player;
		const dropped = count(await getOutcome(dropPlayer(services, userId, room.id, own)));
		if (dropped === "done") expect(owners.delete(own)).toBe(true);
		return;
	}
	const claims = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
		playerId: pickFrom(random, room.app.season.players)?.id ?? 0,
		dropId: random() < 0.8 ? (pickFrom(random, squad) ?? null) : null,
		bid: Math.floor(random() * 8),
		group: random() < 0.3 ? 1 : null,
	}));
	count(await getOutcome(saveClaims(services, userId, room.id, claims)));
}

/** Moves the clock to the next run, bounce or publication, and does what is due then. */
async function advance({ room, owners }: Walk): Promise<void> {
	const { app, id, managers } = room;
	const { coming } = (await managers[0]?.client(listWaiverRuns, { params: { id } })) ?? { coming: [] };
	const [run] = coming;
	const round = app.seasons.current().rounds.find(({ status }) => status !== "complete");
	if (!round) return;
	if (run) {
		app.clocks.setSeason(Date.parse(run.dueAt) + HOUR);
		expect(await runWaiversOf(app)).toBe(1);
		expect(await runWaiversOf(app)).toBe(0);
	} else {
		const matches = app.season.listMatchesOfRound(round.id);
		const next = round.matches.find(({ status }) => status === "scheduled");
		const planned = matches.find((match) => match.id === next?.id);
		if (planned) {
			app.clocks.setSeason(planned.startsAt + HOUR);
			await setMatchStatus(app, [planned], "playing");
		} else {
			app.clocks.setSeason(Math.max(...matches.map(({ startsAt }) => startsAt)) + DAY);
			await setMatchStatus(app, matches, "complete");
			await finishRound(app, round.id);
		}
	}
	owners.clear();
	for (const [playerId, teamId] of await loadOwners(room)) owners.set(playerId, teamId);
}

/** Checks that the model, the log, line-ups, budgets and claims agree. */
async function checkInvariants({ room, owners }: Walk): Promise<void> {
	const { db } = room.app.database;
	const { findings } = await checkSquads(db);
	expect(findings).toEqual([]);
	expect([...(await loadOwners(room))].toSorted()).toEqual([...owners].toSorted());
	const { rows } = await sql<{ late: number; spent: number; left: number; ranks: number[] }>`
		SELECT (SELECT count(*)::int FROM waiver_claims c JOIN waiver_runs r ON r.league_id = c.league_id
				WHERE c.state = 'pending' AND c.created_at < r.ran_at) AS late,
			(SELECT coalesce(sum(bid), 0)::int FROM waiver_claims WHERE state = 'won' AND league_id = ${room.id}) AS spent,
			(SELECT sum(budget)::int FROM draft_seats WHERE league_id = ${room.id}) AS left,
			(SELECT array_agg(waiver_rank ORDER BY waiver_rank) FROM draft_seats WHERE league_id = ${room.id}) AS ranks`.execute(
		db,
	);
	const [row] = rows;
	expect(row?.late).toBe(0);
	expect((row?.spent ?? 0) + (row?.left ?? 0)).toBe(400);
	expect(row?.ranks).toEqual([1, 2, 3, 4]);
}

/**
 * Sends random transactions to a drafted league with budgets until as many were sent or the season is over, lets the clock
 * move on after a number of them, and checks after each step that everything agrees. Returns how often each outcome came.
 */
export async function sendRandomTransactions(
	room: DraftRoom,
	{ seed, count, perStep }: { readonly seed: number; readonly count: number; readonly perStep: number },
): Promise<ReadonlyMap<string, number>> {
	const walk: Walk = { room, random: createSeededRandom(seed), owners: await loadOwners(room), outcomes: new Map() };
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
