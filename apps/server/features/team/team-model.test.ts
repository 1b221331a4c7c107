import { showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { listTrades } from "@first-bounce/contract/team/trade";
import { checkLineup } from "@first-bounce/rules/lineup/check-lineup";
import { buildLineupFromIds, listSlotIds } from "@first-bounce/rules/lineup/slots";
import { rollBackToOpening } from "@first-bounce/rules/team/rollback";
import { getStartRoundId, repriceTeam, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { expect, test } from "vitest";
import { finishRound, saveKicks, setMatchStatus } from "../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedTeam,
} from "../../../../testing/season/small-season.ts";
import {
	buildSaveStep,
	drawStep,
	type ModelTeam,
	type Step,
	type StepResponse,
	sendStep,
} from "../../../../testing/season/team-script.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { buildLineupView } from "./team-view.ts";

const ROUNDS = 4;
const BURSTS_PER_ROUND = 45;

/** One of the manager's sessions: a browser sends the version it shows, a program sends none. */
interface ModelSession {
	readonly client: Client;
	readonly isBrowser: boolean;
	lastSeenTeam: Team;
	trades: readonly number[];
}

interface ModelRun {
	readonly app: TestApp;
	readonly random: () => number;
	readonly userId: number;
	readonly sessions: readonly ModelSession[];
	model: ModelTeam;
	/** How often each kind of step was exercised. */
	readonly counts: Map<string, number>;
}

function buildContext({ app }: Pick<ModelRun, "app">, now: number): SeasonContext {
	const { rules, rounds, players } = app.seasons.current();
	return { rules, rounds, now, getPlayer: (id) => players.get(id) };
}

/** Lists locked players from the fixture alone: their match or, with a bye, the round's first match has started. */
function listLockedIds(app: TestApp, roundId: number, now: number): ReadonlySet<number> {
	const matches = app.season.listMatchesOfRound(roundId);
	const first = Math.min(...matches.map(({ startsAt }) => startsAt));
	const getStart = (squadId: number) =>
		matches.find(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(squadId))?.startsAt ?? first;
	return new Set(app.season.players.filter(({ squadId }) => getStart(squadId) <= now).map(({ id }) => id));
}

const getSlotAndRoles = (team: TeamState, id: number, rules: SeasonContext["rules"]) =>
	[
		listSlotIds(team.lineup, rules).indexOf(id),
		team.lineup.captainId === id,
		team.lineup.viceCaptainId === id,
		team.lineup.emergency.includes(id),
	].join();

/** Checks invariants of every accepted action without using the rules. */
function expectLegal(
	play: ModelRun,
	before: TeamState | null,
	after: TeamState,
	context: SeasonContext,
	roundId: number,
) {
	const { rules, getPlayer, now } = context;
	expect(checkLineup(after.lineup, rules, getPlayer)).toEqual([]);
	expect(after.bank).toBeGreaterThanOrEqual(0);
	expect(after.trades.length).toBeLessThanOrEqual(rules.trades.limit);
	if (!before || before.bank < 0 || before.startRoundId > roundId) return;
	for (const id of listLockedIds(play.app, roundId, now))
		expect(getSlotAndRoles(after, id, rules), `locked ${id} was moved`).toBe(getSlotAndRoles(before, id, rules));
}

const buildState = (team: Team): Pick<TeamState, "lineup" | "bank" | "startRoundId"> => {
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = team;
	return {
		lineup: { field: lineup, bench, utilityId, captainId, viceCaptainId, emergency },
		bank: team.salaryCap - team.value,
		startRoundId: team.startRoundId ?? 0,
	};
};

interface SentStep {
	readonly step: Step;
	readonly version: number | undefined;
	readonly answer: StepResponse;
}

/** Applies the accepted actions in the order of their versions and returns every state, including the first. */
async function applyAccepted(play: ModelRun, sent: readonly SentStep[], roundId: number): Promise<ModelTeam[]> {
	const models = [play.model];
	const accepted = sent
		.flatMap(({ step, answer }) => (answer.ok ? [{ step, answer }] : []))
		.toSorted((a, b) => a.answer.team.version - b.answer.team.version);
	const { actions } = accepted.length > 0 ? await getFirstSession(play).client(listActions, {}) : { actions: [] };
	for (const { step, answer } of accepted) {
		const model = play.model;
		expect(answer.team.version, `${step.name} skipped or shared a version`).toBe(model.version + 1);
		const action = actions.find(({ version }) => version === answer.team.version);
		const context = buildContext(play, Date.parse(action?.seasonTime ?? ""));
		const ruling = step.computeExpected(model, context);
		if (!ruling.ok)
			throw new Error(`${step.name} was accepted although the rules refuse it: ${JSON.stringify(ruling.violations)}`);
		const { team, newTrades } = ruling.value;
		const ids = answer.tradeIds.slice(team.trades.length);
		const state = {
			...team,
			trades: [...team.trades, ...newTrades.map((trade, index) => ({ ...trade, id: ids[index] ?? 0 }))],
		};
		expectLegal(play, model.state, state, context, roundId);
		const { trades, ...rest } = state;
		expect(buildState(answer.team)).toEqual(rest);
		if (answer.tradeIds.length > 0) expect(answer.tradeIds).toEqual(trades.map(({ id }) => id));
		play.model = { ...model, state, version: answer.team.version };
		play.counts.set(step.name, (play.counts.get(step.name) ?? 0) + 1);
		models.push(play.model);
	}
	return models;
}

const getFirstSession = ({ sessions }: ModelRun): ModelSession => {
	const [session] = sessions;
	if (!session) throw new Error("no session");
	return session;
};

/** Checks that the rules give the same refusal for some state and time during the request. */
function expectJustifiedRefusal(
	play: ModelRun,
	{ step, version, answer }: SentStep,
	models: readonly ModelTeam[],
	times: readonly number[],
) {
	if (answer.ok) return;
	const { status, codes } = answer;
	if (status === 409) {
		expect(codes).toEqual(["stale-version"]);
		expect(models.some((model) => model.version !== version)).toBe(true);
		play.counts.set("stale", (play.counts.get("stale") ?? 0) + 1);
		return;
	}
	expect(status).toBe(422);
	const reasons = models
		.filter((model) => version === undefined || model.version === version)
		.flatMap((model) => times.map((now) => step.computeExpected(model, buildContext(play, now))))
		.map((ruling) => (ruling.ok ? [] : ruling.violations.map(({ code }) => code)));
	expect(reasons, `${step.name} was refused for ${codes}`).toContainEqual(codes);
	if (codes.includes("locked")) play.counts.set("locked", (play.counts.get("locked") ?? 0) + 1);
}

/** Checks that the team shown is the one that the rules compute. */
async function expectShown(play: ModelRun): Promise<void> {
	const { state, opening, version } = play.model;
	const context = buildContext(play, play.app.clocks.seasonNow());
	const { team, rollbackAvailable, trades } = await getFirstSession(play).client(listTrades, {});
	expect(team.version).toBe(version);
	expect(team.isComplete).toBe(state !== null);
	if (!state) return;
	const { trades: knownTrades, ...rest } = state;
	expect(buildState(team)).toEqual({ ...rest, startRoundId: getStartRoundId(state, context) ?? 0 });
	expect(trades.map(({ in: _, out: __, fromBE: ___, isLocked: ____, ...trade }) => trade)).toEqual(knownTrades);
	expect(rollbackAvailable).toBe(opening !== null && rollBackToOpening(state, opening, context).ok);
}

/** Sends concurrent actions of several sessions, and may move the clock. */
async function sendBurst(play: ModelRun, roundId: number, until: number): Promise<void> {
	const { app, random, sessions } = play;
	const pool = app.season.players.map(({ id }) => id);
	const before = app.clocks.seasonNow();
	const after = random() < 0.3 ? Math.min(until, before + Math.floor(random() * 5 * HOUR)) : before;
	const acting = sessions.filter(() => random() < 0.5);
	const answers = acting.map(async (session): Promise<SentStep> => {
		const unsaved = !session.lastSeenTeam.isComplete || random() < 0.02;
		const version = session.isBrowser ? session.lastSeenTeam.version : undefined;
		const step = unsaved
			? buildSaveStep(buildLineup(play))
			: drawStep(random, session.lastSeenTeam, session.trades, pool);
		return { step, version, answer: await sendStep(step, session.client, version) };
	});
	if (after !== before) {
		await new Promise((resolve) => setImmediate(resolve));
		app.clocks.setSeason(after);
	}
	const sent = await Promise.all(answers);
	const models = await applyAccepted(play, sent, roundId);
	for (const action of sent) expectJustifiedRefusal(play, action, models, [before, after]);
	for (const session of sessions.filter(() => random() < 0.6)) {
		const { team, trades } = await session.client(listTrades, {});
		Object.assign(session, { lastSeenTeam: team, trades: trades.map(({ id }) => id) });
	}
	await expectShown(play);
}

/** Builds a legal line-up of random players. */
function buildLineup({ app, random }: ModelRun) {
	const slots = drawSlots(app.season, random);
	const roles = { captainId: slots[0] ?? 0, viceCaptainId: slots[1] ?? 0, emergency: slots.slice(16, 20) };
	return buildLineupView(buildLineupFromIds(slots, app.season.rules, roles));
}

/** Plays and publishes the round: prices change, and a team that has not started is checked against the cap again. */
async function publish(play: ModelRun, roundId: number): Promise<void> {
	const { app, random } = play;
	for (const match of app.season.listMatchesOfRound(roundId)) {
		const squads = [match.homeSquadId, match.awaySquadId];
		const played = app.season.players.filter(({ squadId }) => squads.includes(squadId) && random() < 0.8);
		await saveKicks(app, match, Object.fromEntries(played.map(({ id }) => [id, Math.floor(random() * 40)])));
	}
	await finishRound(app, roundId);
	if (!play.model.state) return;
	const before = play.model.state;
	const state = repriceTeam(before, buildContext(play, app.clocks.seasonNow()));
	const moved = state.startRoundId === before.startRoundId ? 0 : 1;
	play.model = { state, opening: { lineup: state.lineup, bank: state.bank }, version: play.model.version + moved };
}

async function playSeason(seed: number, counts: Map<string, number>): Promise<void> {
	const random = createSeededRandom(seed);
	const app = await createTestApp({}, { rounds: ROUNDS, rules: { salaryCap: 12_900_000 } });
	try {
		// Another team, so that there is something to publish.
		await seedTeam(app.database.db, app.season, { slots: drawSlots(app.season, random) });
		const second = await app.startSecondServer();
		const { id: userId } = await app.database.db
			.insertInto("users")
			.values({ first_name: "M", last_name: "M", email: "m@example.test", team_name: "Many hands" })
			.returning("id")
			.executeTakeFirstOrThrow();
		const tokens = await Promise.all([0, 1, 2].map(() => app.getToken(userId)));
		const sessions = await Promise.all(
			tokens.map(async (token, index): Promise<ModelSession> => {
				const client = index === 1 ? second.as(token) : app.as(token);
				const { team } = await client(showMyTeam, {});
				return { client, isBrowser: index < 2, lastSeenTeam: team, trades: [] };
			}),
		);
		const model = { state: null, opening: null, version: 0 };
		const play: ModelRun = { app, random, userId, sessions, model, counts };
		for (let roundId = 1; roundId <= ROUNDS; roundId++) {
			const matches = app.season.listMatchesOfRound(roundId);
			const start = FIRST_BOUNCE + (roundId - 1) * 7 * DAY;
			const end = start + DAY + 3 * HOUR;
			for (let number = 0; number < BURSTS_PER_ROUND; number++) {
				const planned = start - 40 * HOUR + ((end - start + 40 * HOUR) * number) / BURSTS_PER_ROUND;
				app.clocks.setSeason(Math.max(app.clocks.seasonNow(), Math.floor(planned)));
				const now = app.clocks.seasonNow();
				// The stats provider is an hour behind the clock.
				const started = matches.filter(({ startsAt }) => startsAt + HOUR <= now);
				if (started.length > 0) await setMatchStatus(app, started, "playing");
				await sendBurst(play, roundId, end);
			}
			await publish(play, roundId);
			await expectShown(play);
		}
		const { rows } = await app.database.pool.query(
			"SELECT team_id, slot FROM trades GROUP BY team_id, slot_round_id, slot HAVING count(*) > 1",
		);
		expect(rows).toEqual([]);
		await second.close();
	} finally {
		await app.close();
	}
}

test("after concurrent requests the team follows from the accepted actions", async () => {
	const counts = new Map<string, number>();
	for (const seed of [1, 2, 3]) await playSeason(seed, counts);
	for (const kind of ["update", "swap", "captain", "emergency", "trade", "reverse", "rollback", "stale", "locked"])
		expect(counts.get(kind) ?? 0, `${kind} was rarely exercised: ${JSON.stringify([...counts])}`).toBeGreaterThan(5);
}, 120_000);
