import type { BodyOf } from "@first-bounce/contract/call";
import { listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { fillWithRobots, setAutopick, setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import { type NewDraftSettings, newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { listWaiverRuns, saveClaims } from "@first-bounce/contract/draft/waivers";
import type { League } from "@first-bounce/contract/leagues/league";
import type { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { sql } from "kysely";
import { advanceLeagues } from "../../apps/server/features/leagues/head-to-head/round-activity.ts";
import { buildStatRow } from "../../apps/server/features/seasons/current/stat-line.ts";
import { tickDraftsOf } from "../server/draft-leagues.ts";
import { runWaiversOf } from "../server/draft-waivers.ts";
import { createLeagueWith, verifyAddress } from "../server/league-managers.ts";
import { createManager, createTestApp, type TestApp } from "../server/test-app.ts";
import { finishRound, setMatchStatus } from "./play-rounds.ts";
import { type Season2023, seedSeason2023 } from "./season-2023.ts";
import { DAY } from "./small-season.ts";

const ROBOT_PAUSE_MS = 6_000;

export type DraftManager = Awaited<ReturnType<typeof createManager>>;

/** The app on the 2023 season, with finals series allowed, a day before its first match. */
export async function createApp2023(
	options: Parameters<typeof createTestApp>[0] = {},
): Promise<{ readonly app: TestApp; readonly season: Season2023 }> {
	let season: Season2023 | undefined;
	const app = await createTestApp(
		options,
		{},
		{
			seed: async (db) => {
				season = await seedSeason2023(db);
				const { id, matches } = season;
				await sql`UPDATE seasons SET rules = jsonb_set(rules, '{leagues,finalsSeries}', 'true')`.execute(db);
				const listMatchesOfRound = (roundId: number) => matches.filter((match) => match.roundId === roundId);
				return { id, rules: DEFAULT_SEASON_RULES, squadIds: [], players: [], matches, listMatchesOfRound };
			},
		},
	);
	if (!season) throw new Error("The season was not seeded");
	app.clocks.setSeason(Math.min(...season.matches.map(({ startsAt }) => startsAt)) - DAY);
	return { app, season };
}

/** Creates managers whose teams the server picks in a draft, and a league of them and robots, drafted to its end. */
export async function createDraftedLeague(
	app: TestApp,
	{
		managerCount,
		draft,
		...form
	}: { readonly managerCount: number; readonly draft?: Partial<NewDraftSettings> } & Omit<
		Partial<BodyOf<typeof createLeague>>,
		"draft"
	>,
): Promise<{ readonly league: League; readonly managers: readonly DraftManager[] }> {
	const managers: DraftManager[] = [];
	for (let index = 0; index < managerCount; index++) {
		const manager = await createManager(app);
		await verifyAddress(app, { userId: manager.user.id });
		managers.push(manager);
	}
	const league = await createLeagueWith(managers, {
		...form,
		class: "draft",
		draft: newDraftSettings.parse({ ...draft }),
	});
	const params = { id: league.id };
	const [commissioner] = managers;
	if (!commissioner) throw new Error("A league needs a commissioner");
	for (const { client } of managers) await client(setAutopick, { params, body: { mode: "on" } });
	await commissioner.client(fillWithRobots, { params });
	// An order that is not drawn, so that every run plays the same season.
	const teams = await app.database.db.selectFrom("teams").where("league_id", "=", league.id).select("id").execute();
	const teamIds = teams.map(({ id }) => id).sort((a, b) => a - b);
	await commissioner.client(setDraftOrder, { params, body: { method: "manual", teamIds } });
	await commissioner.client(startDraft, { params });
	return { league, managers };
}

/** Lets the leader look for due picks until every draft is complete. */
export async function finishDrafts(app: TestApp): Promise<void> {
	const { db } = app.database;
	for (;;) {
		app.clocks.setWall(app.clocks.wallNow() + ROBOT_PAUSE_MS);
		await tickDraftsOf(app);
		const open = await db.selectFrom("drafts").where("state", "<>", "complete").select("league_id").execute();
		if (open.length === 0) return;
	}
}

const CLAIMS_PER_ROUND = 3;

/** Claims the best unowned players for a manager, each for the last of her players who came and plays the same positions. */
async function claimBest(app: TestApp, leagueId: number, { client, user }: DraftManager): Promise<void> {
	const params = { id: leagueId };
	const { players } = await client(listFreeAgents, { params });
	const { teams } = await client(showDraftTeams, { params });
	const own = teams.find(({ owner }) => owner?.userId === user.id)?.playerIds ?? [];
	const getPositions = (id: number) => app.seasons.current().players.get(id)?.position.join();
	const claimable = players.filter(({ restrictedTo }) => restrictedTo === null).slice(0, 2 * CLAIMS_PER_ROUND);
	const claims = claimable.flatMap(({ playerId }) => {
		const dropId = own.findLast((id) => getPositions(id) === getPositions(playerId));
		return dropId === undefined ? [] : [{ playerId, dropId }];
	});
	await client(saveClaims, { params, body: { claims: claims.slice(0, CLAIMS_PER_ROUND) } });
}

/** Lets managers of drafted leagues claim players before a round, and holds its waiver runs at their times. */
export async function claimBeforeRound(
	app: TestApp,
	leagues: readonly { readonly id: number; readonly managers: readonly DraftManager[] }[],
): Promise<void> {
	const [league] = leagues;
	const { client } = league?.managers[0] ?? {};
	if (!league || !client) return;
	const { coming } = await client(listWaiverRuns, { params: { id: league.id } });
	for (const { dueAt } of coming) {
		for (const { id, managers } of leagues) for (const manager of managers) await claimBest(app, id, manager);
		app.clocks.setSeason(Date.parse(dueAt));
		await runWaiversOf(app);
	}
}

/** Plays a round with its real stats to its publication. `whileLive` runs once all its matches have ended. */
export async function playRound2023(
	app: TestApp,
	{ id, results, matches }: Season2023,
	roundId: number,
	whileLive: () => Promise<void> = async () => undefined,
): Promise<void> {
	const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const ofRound = matches.filter((match) => match.roundId === roundId);
	app.clocks.setSeason(Math.min(...ofRound.map(({ startsAt }) => startsAt)));
	await advance();
	const rows = ofRound.flatMap((match) =>
		(results.get(match.id)?.lines ?? []).map((line) => buildStatRow({ seasonId: id, matchId: match.id, ...line })),
	);
	await app.database.db.insertInto("stat_lines").values(rows).execute();
	await setMatchStatus(app, ofRound, "complete");
	await whileLive();
	await finishRound(app, roundId);
	await advance();
}
