import type { Team } from "@first-bounce/contract/team/team";
import { rollBackTeam, swapInTeam } from "@first-bounce/contract/team/team-actions";
import {
	changeSavedTrade,
	listTrades,
	reverseSavedTrades,
	submitTrades,
	type TradeView,
} from "@first-bounce/contract/team/trade";
import { expect, test } from "vitest";
import { createKnownManager } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicksOfAll } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { type Client, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { rerunPrices } from "../../match-day/corrections/rerun-prices.ts";
import { moveMatch, rescheduleMatch } from "../../match-day/match-changes/service.ts";
import { checkReceipts } from "../receipts/check-receipts.ts";

const AUDIT = { actor: "operator:1", reason: "test" };
const ACTIONS_PER_ROUND = 60;
const RULES = { trades: { limit: 4, per: "round" } } as const;

interface ModelRun {
	readonly app: TestApp;
	readonly client: Client;
	readonly random: () => number;
	readonly counts: Map<string, number>;
	readonly roundId: number;
	/** The clubs that have locked in the round, by the start times of matches alone. */
	readonly lockedSquads: Set<number>;
	readonly openingBank: number;
}

const listIds = ({ lineup, bench, utilityId }: Team): readonly number[] => [
	...[lineup, bench].flatMap(({ DEF, MID, RUC, FWD }) => [...DEF, ...MID, ...RUC, ...FWD]),
	utilityId,
];
const getBank = ({ salaryCap, value }: Team): number => salaryCap - value;
const pickOne = <Item>({ random }: ModelRun, items: readonly Item[]): Item | undefined =>
	items[Math.floor(random() * items.length)];

const listMatches = async ({ app }: Pick<ModelRun, "app">, roundId: number) =>
	(
		await app.database.pool.query<{ id: number; starts_at: Date; home_squad_id: number; away_squad_id: number }>(
			"SELECT id, starts_at, home_squad_id, away_squad_id FROM matches WHERE round_id = $1 ORDER BY starts_at, id",
			[roundId],
		)
	).rows;

async function lockStartedSquads(play: ModelRun): Promise<void> {
	const matches = await listMatches(play, play.roundId);
	const started = matches.filter(({ starts_at }) => starts_at.getTime() <= play.app.clocks.seasonNow());
	const playing = new Set(matches.flatMap(({ home_squad_id, away_squad_id }) => [home_squad_id, away_squad_id]));
	for (const { home_squad_id, away_squad_id } of started) play.lockedSquads.add(home_squad_id).add(away_squad_id);
	if (started.length > 0)
		for (const id of play.app.season.squadIds.filter((squad) => !playing.has(squad))) play.lockedSquads.add(id);
}

/** Moves an unstarted match to another time. */
async function moveRandomMatch(play: ModelRun): Promise<void> {
	const { app, random } = play;
	const now = app.clocks.seasonNow();
	const match = (await listMatches(play, play.roundId)).findLast(({ starts_at }) => starts_at.getTime() > now);
	if (!match) return;
	const startsAt = now + Math.floor(random() * 20 * HOUR) + 1;
	await rescheduleMatch(app.database, { matchId: match.id, startsAt }, AUDIT, now);
	await app.seasons.refresh();
}

/** Moves an unstarted match into the round or out of it, which gives its clubs a bye in one and perhaps two matches in the other. */
async function moveToOtherRound(play: ModelRun): Promise<void> {
	const { app, random, roundId } = play;
	const now = app.clocks.seasonNow();
	const otherId = roundId + 1;
	// Rarely out of the round, because that locks the clubs that then have a bye.
	const [fromId, toRoundId] = random() < 0.2 ? [roundId, otherId] : [otherId, roundId];
	const matches = await listMatches(play, fromId);
	const match = pickOne(
		play,
		matches.filter(({ starts_at }) => starts_at.getTime() > now),
	);
	if (!match || matches.length === 1) return;
	const earliest = toRoundId === roundId ? now + 1 : FIRST_BOUNCE + (otherId - 1) * 7 * DAY;
	const startsAt = earliest + Math.floor(random() * 20 * HOUR);
	await moveMatch(app.database, { matchId: match.id, toRoundId, startsAt }, AUDIT, now);
	await app.seasons.refresh();
	play.counts.set("round", (play.counts.get("round") ?? 0) + 1);
}

/** Corrects the stats of the round before, and computes the prices again. */
async function changePrices({ app, random, roundId }: ModelRun): Promise<void> {
	await app.database.pool.query(
		"UPDATE stat_lines SET kicks = (kicks + $1) % 40 WHERE match_id IN (SELECT id FROM matches WHERE round_id = $2)",
		[1 + Math.floor(random() * 38), roundId - 1],
	);
	await app.seasons.refresh();
	await rerunPrices(app.database, roundId - 1, AUDIT, app.clocks.seasonNow());
	await app.seasons.refresh();
}

/** Draws a random action of the manager. Most trades and changes are of players of one position. */
function drawAction(play: ModelRun, team: Team, trades: readonly TradeView[]) {
	const { client, random, app, lockedSquads } = play;
	const own = listIds(team);
	const { players } = app.season;
	const isOwn = (id: number) => own.includes(id);
	const pickLike = (id: number, isCandidate: (id: number) => boolean) => {
		const line = players.find((player) => player.id === id)?.position[0] ?? "MID";
		const candidates = players.filter((player) => isCandidate(player.id) && player.position.includes(line));
		return pickOne(play, candidates)?.id ?? 0;
	};
	const playerOutId = pickOne(play, own) ?? 0;
	const halfLocked = trades.filter(
		(saved) => lockedSquads.has(saved.in.squadId) !== lockedSquads.has(saved.out.squadId),
	);
	const trade = pickOne(play, random() < 0.8 && halfLocked.length > 0 ? halfLocked : trades);
	const choice = random();
	if (choice < 0.35) {
		const pair = { playerInId: pickLike(playerOutId, (id) => !isOwn(id)), playerOutId };
		return { kind: "trade", send: () => client(submitTrades, { body: { tradePairs: [pair] } }) };
	}
	if (choice < 0.83 && trade) {
		const isInLocked = lockedSquads.has(trade.in.squadId);
		const half =
			isInLocked === random() < 0.9
				? { playerOutId: pickLike(trade.playerOutId, isOwn) }
				: { playerInId: pickLike(trade.playerInId, (id) => !isOwn(id)) };
		return { kind: "change", send: () => client(changeSavedTrade, { body: { tradeId: trade.id, ...half } }) };
	}
	if (choice < 0.87 && trade)
		return { kind: "reverse", send: () => client(reverseSavedTrades, { body: { tradeIds: [trade.id] } }) };
	if (choice < 0.92) return { kind: "rollback", send: () => client(rollBackTeam, { body: {} }) };
	const swapsPairs: [number, number][] = [[playerOutId, pickLike(playerOutId, isOwn)]];
	return { kind: "swap", send: () => client(swapInTeam, { body: { swapsPairs } }) };
}

async function takeAction(play: ModelRun): Promise<void> {
	const { client, counts, app, openingBank, roundId } = play;
	const before = await client(listTrades, {});
	const isOfRound = (trade: { roundId: number }) => trade.roundId === roundId;
	const { kind, send } = drawAction(play, before.team, before.trades.filter(isOfRound));
	const isAccepted = await send().then(
		() => true,
		() => false,
	);
	const after = await client(listTrades, {});
	if (!isAccepted) {
		expect(after, `a refused ${kind} changed the team`).toEqual(before);
		return;
	}
	counts.set(kind, (counts.get(kind) ?? 0) + 1);
	const trades = after.trades.filter(isOfRound);
	const ledger = trades.reduce((sum, { priceIn, priceOut }) => sum + priceOut - priceIn, openingBank);
	expect(getBank(after.team), `${kind} made or lost money`).toBe(ledger);
	expect(getBank(after.team)).toBeGreaterThanOrEqual(0);
	const [idsBefore, idsAfter] = [listIds(before.team), listIds(after.team)];
	for (const { id, squadId } of app.season.players)
		if (play.lockedSquads.has(squadId))
			expect(idsAfter.indexOf(id), `${kind} moved locked ${id}`).toBe(idsBefore.indexOf(id));
	if (kind === "change")
		expect(trades.map(({ id }) => id)).toEqual(before.trades.filter(isOfRound).map(({ id }) => id));
}

async function playRound(play: ModelRun): Promise<void> {
	const { app, random, roundId, counts } = play;
	const start = FIRST_BOUNCE + (roundId - 1) * 7 * DAY;
	app.clocks.setSeason(Math.max(app.clocks.seasonNow(), start - 3 * HOUR));
	for (let number = 0; number < ACTIONS_PER_ROUND; number++) {
		const choice = random();
		if (choice < 0.12) app.clocks.setSeason(Math.min(app.clocks.seasonNow() + 2 * HOUR, start + DAY - HOUR));
		await lockStartedSquads(play);
		if (choice > 0.98) {
			await changePrices(play);
			counts.set("prices", (counts.get("prices") ?? 0) + 1);
		} else if (choice > 0.965) {
			await moveRandomMatch(play);
			counts.set("match", (counts.get("match") ?? 0) + 1);
		} else if (choice > 0.93) await moveToOtherRound(play);
		else await takeAction(play);
		await lockStartedSquads(play);
	}
}

async function playSeason(seed: number, counts: Map<string, number>): Promise<void> {
	const random = createSeededRandom(seed);
	const app = await createTestApp({}, { rounds: 4, rules: RULES });
	try {
		const { client } = await createKnownManager(app);
		for (const roundId of [1, 2, 3]) {
			if (roundId > 1) {
				const { team } = await client(listTrades, {});
				await playRound({ app, client, random, counts, roundId, lockedSquads: new Set(), openingBank: getBank(team) });
			}
			const matches = (await listMatches({ app }, roundId)).map(({ id, starts_at, home_squad_id, away_squad_id }) => ({
				id,
				roundId,
				startsAt: starts_at.getTime(),
				homeSquadId: home_squad_id,
				awaySquadId: away_squad_id,
			}));
			for (const match of matches) await saveKicksOfAll(app, match, () => Math.floor(random() * 40));
			await finishRound({ ...app, season: { ...app.season, listMatchesOfRound: () => matches } }, roundId);
		}
		const findings: unknown[] = [];
		await checkReceipts(app.database, null, (finding) => findings.push(finding));
		expect(findings).toEqual([]);
	} finally {
		await app.close();
	}
}

test("no changes make money or move a locked player [D1.4.125]", async () => {
	const counts = new Map<string, number>();
	for (const seed of [1, 2, 3]) await playSeason(seed, counts);
	for (const kind of ["trade", "change", "rollback", "swap", "prices", "match", "round"])
		expect(counts.get(kind) ?? 0, `${kind} was rarely exercised: ${JSON.stringify([...counts])}`).toBeGreaterThan(2);
}, 120_000);
